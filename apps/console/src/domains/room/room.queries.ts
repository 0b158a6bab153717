import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomPage, RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { patch, refresh, useCall } from '#client/query.ts'
import { useLive } from '#client/live.ts'
import { throttled } from '#kit/clock/throttled.ts'

/** However many rooms change places at once, the list is read again this often at most. */
const READ_AGAIN_MS = 2_000
const readListAgain = throttled(() => refresh(roomApi.list), READ_AGAIN_MS)

/** A message that was missed is made good by this slow re-read. */
export const BACKSTOP_MS = 30_000

/** The rooms as the wall and the table show them, each patched in place as it changes. */
export function useRooms(filters: InputOf<typeof roomApi.list>) {
  const query = useCall(roomApi.list, filters, { keep: true, refetchMs: BACKSTOP_MS })
  const known = query.data?.list
  useLive('rooms', ({ event, data: row }) => {
    if (event !== 'room.changed') return readListAgain()
    const before = known?.find((room) => room.room_code === row.room_code)
    // A tile that changes its place or is new belongs to the server's order: read the list again.
    if (
      !before ||
      before.state !== row.state ||
      !before.attention !== !row.attention ||
      (filters.presence && before.pc?.presence !== row.pc?.presence)
    ) {
      readListAgain()
    }
    patch(roomApi.list, (page) => withRow(page, row))
  })
  return query
}

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

const withRow = (page: RoomPage, row: RoomRow): RoomPage => ({
  ...page,
  list: page.list.map((room) => (room.room_code === row.room_code ? row : room)),
})
