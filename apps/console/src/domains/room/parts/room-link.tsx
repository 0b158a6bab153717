import { useCallback } from 'react'
import { Link, useLocation } from 'react-router'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'

/** The page's own address with one room open over it. */
export function useRoomHref() {
  const { pathname, search } = useLocation()
  return useCallback(
    (room_code: string) => {
      const params = new URLSearchParams(search)
      params.set('room', room_code)
      return `${pathname}?${params.toString()}`
    },
    [pathname, search],
  )
}

export function RoomLink({ room }: { room: RoomRow }) {
  const hrefOf = useRoomHref()
  return (
    <Link to={hrefOf(room.room_code)} preventScrollReset>
      {room.name}
    </Link>
  )
}
