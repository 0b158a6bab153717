import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { patch, refresh, useCall } from '#client/query.ts'
import { useLive } from '#client/live.ts'

/** A message that was missed is made good by this slow re-read. */
export const BACKSTOP_MS = 30_000

/** Hears which rooms are no more, wherever they stood. */
export function useRemovedRooms(onRemoved: (room_code: string) => void): void {
  useLive('rooms', ({ event, data }) => {
    if (event === 'room.removed') onRemoved(data)
  })
}

export function useRoom(room_code: string) {
  const query = useCall(roomApi.info, { room_code }, { refetchMs: BACKSTOP_MS })
  useLive(`room:${room_code}`, ({ event, data }) => {
    if (event === 'room.changed') {
      patch(roomApi.info, (room) => (room.room_code === room_code ? data : room))
    } else if (event === 'room.removed') {
      refresh(roomApi.info)
    }
  })
  return query
}
