import { useRef, useState } from 'react'
import { WATCH_LASTS_MS } from '@kaibo/contract/live/watch.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { patch, refresh, useCall } from '#client/query.ts'
import { useLive } from '#client/live.ts'
import { throttled } from '#kit/clock/throttled.ts'

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

/** A PC that does not tell what waits is asked at most this often, when something is said. */
const ASK_EVERY_MS = 1_000

/** What waits to be said in a room: asked for once, and then told by its PC, where that can. */
export function useWaiting(room_code: string) {
  const query = useCall(roomApi.queue, { room_code }, { refetchMs: BACKSTOP_MS })
  const [again] = useState(() => throttled(() => refresh(roomApi.queue), ASK_EVERY_MS))
  const toldAt = useRef(-Infinity)
  useLive(
    `room:${room_code}`,
    ({ event, data }) => {
      if (event === 'room.queue') {
        toldAt.current = performance.now()
        patch(roomApi.queue, (queue, of) => (of.room_code === room_code ? data : queue))
      } else if (event === 'room.moments' && data.some(({ kind }) => kind === 'speech')) {
        // While the room is watched, a PC that can tell does so, changed or not
        if (performance.now() - toldAt.current >= WATCH_LASTS_MS) again()
      }
    },
    again,
  )
  return query
}
