import { Link, useLocation, useNavigate } from 'react-router'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { OPENED_HERE } from '#kit/address/opened-here.ts'

/** The page's own address with one room open over it. */
function useRoomHref() {
  const { pathname, search } = useLocation()
  return ({ room_code }: RoomRow) => {
    const params = new URLSearchParams(search)
    params.set('room', room_code)
    return `${pathname}?${params.toString()}`
  }
}

export function RoomLink({ room }: { room: RoomRow }) {
  const hrefOf = useRoomHref()
  return (
    <Link to={hrefOf(room)} state={OPENED_HERE} preventScrollReset>
      {room.name}
    </Link>
  )
}

/** What the link does, for the keyboard. */
export function useOpenRoom() {
  const hrefOf = useRoomHref()
  const navigate = useNavigate()
  return (room: RoomRow) =>
    void navigate(hrefOf(room), { state: OPENED_HERE, preventScrollReset: true })
}
