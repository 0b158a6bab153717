import { Link, useLocation } from 'react-router'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { OPENED_HERE } from '#kit/address/opened-here.ts'
import { useAddress } from '#kit/address/use-address.ts'

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
  const { write } = useAddress()
  return ({ room_code }: RoomRow) =>
    write((next) => next.set('room', room_code), { state: OPENED_HERE })
}
