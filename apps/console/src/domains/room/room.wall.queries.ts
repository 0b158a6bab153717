import { useState } from 'react'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Wall, WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { useLive } from '#client/live.ts'
import { patch, useCall } from '#client/query.ts'
import { throttled } from '#kit/clock/throttled.ts'
import { BACKSTOP_MS } from './room.queries.ts'

/** However much is said, the wall is drawn again this often at most. */
const TAKE_EVERY_MS = 1_000

/** What was said of a room since the wall was drawn: how it is, or that it is no more. */
type Said = Map<string, WallRoom | undefined>

/** All rooms that this person sees, as they change. */
export function useWall() {
  const query = useCall(roomApi.wall, {}, { refetchMs: BACKSTOP_MS })
  const [news] = useState(gathered)
  useLive('rooms', ({ event, data }) => {
    news.say(
      event === 'room.removed' ? [[data, undefined]] : data.map((one) => [one.room_code, one]),
    )
  })
  return query
}

/** Keeps what is said until the wall is drawn again. */
function gathered() {
  let said: Said = new Map()
  const take = throttled(() => {
    const news = said
    said = new Map()
    patch(roomApi.wall, (wall) => afterNews(wall, news))
  }, TAKE_EVERY_MS)
  return {
    say(all: readonly (readonly [room_code: string, WallRoom | undefined])[]): void {
      for (const [room_code, room] of all) said.set(room_code, room)
      take()
    },
  }
}

/** A room that is new stands at the end: the wall sorts what it shows. */
export function afterNews({ list, total }: Wall, news: Said): Wall {
  const known = new Set(list.map((room) => room.room_code))
  const added = [...news].flatMap(([code, room]) => (room && !known.has(code) ? [room] : []))
  const kept = list.flatMap((room) => {
    const now = news.has(room.room_code) ? news.get(room.room_code) : room
    return now ? [now] : []
  })
  return {
    list: [...kept, ...added],
    total: total + added.length - (list.length - kept.length),
  }
}
