import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useCan } from '#client/rights.ts'
import { paths } from '#kit/address/paths.ts'

interface RoomPageLinkProps {
  room_code: string
  children: ReactNode
}

/** Leads to the room's own page; plain text for who may not look at rooms. */
export function RoomPageLink({ room_code, children }: RoomPageLinkProps) {
  const mayLook = useCan(roomApi.info.can) === true
  return mayLook ? <Link to={paths.room(room_code)}>{children}</Link> : <>{children}</>
}
