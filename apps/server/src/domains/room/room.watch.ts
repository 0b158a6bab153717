import type { Waiting, WaitingFrame } from '@kaibo/contract/agent/queue.schema.ts'
import { WATCH_EVERY_MS, WATCH_LASTS_MS } from '@kaibo/contract/live/watch.ts'
import type { RoomContext } from './room.context.ts'
import { roomsByCode } from './room.store.ts'

/** A room that somebody looks at, and its PC. */
interface Looked {
  room_code: string
  pc_id: string
}

const CHANNEL = 'room.watched'
/** What PCs tell within this time is sent on together. */
const TELL_AFTER_MS = 50

/**
 * What waits to be said is on the PC of a room, and told only while a console looks at it: the server of the console says so
 * to all servers, and the one that is connected to the PC passes it on to the PC and what the PC tells to the consoles.
 */
export function createWatch({
  platform: { db, bus, clock, log },
  link,
  feed,
}: Pick<RoomContext, 'platform' | 'link' | 'feed'>) {
  /** Of rooms that consoles of this server look at, when that was said last. */
  const said = new Map<string, number>()
  /** Rooms that consoles of any server look at, with their PCs, and until when that holds. */
  const watched = new Map<string, { pc_id: string; until: number }>()
  /** What PCs have told and is to be sent on: of each room the newest. */
  let told = new Map<string, { pc_id: string; list: Waiting[] }>()
  let telling: NodeJS.Timeout | undefined

  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const until = clock.now() + WATCH_LASTS_MS
    for (const { room_code, pc_id } of message as Looked[]) {
      watched.set(room_code, { pc_id, until })
      link.watch(pc_id, room_code)
    }
  })

  /** To whom it is told, and whether it is that PC's room, is read as it is sent on: neither stays for ever. */
  async function tell(): Promise<void> {
    const now = told
    told = new Map()
    for (const room of await roomsByCode(db.query, [...now.keys()])) {
      const newest = now.get(room.room_code)
      if (newest && newest.pc_id === room.pc_id) feed.waiting(room, newest.list)
    }
  }

  return {
    /** Says of each room that consoles of this server look at that it is watched: as they begin, and again while they do. */
    async look(): Promise<void> {
      const now = clock.now()
      for (const [room_code, { until }] of watched) if (until <= now) watched.delete(room_code)
      const open = new Set(feed.watched())
      for (const room_code of said.keys()) if (!open.has(room_code)) said.delete(room_code)
      const due = [...open].filter((code) => now - (said.get(code) ?? -Infinity) >= WATCH_EVERY_MS)
      if (due.length === 0) return
      const rooms = await roomsByCode(db.query, due)
      const looked = rooms.flatMap(({ room_code, pc_id }): Looked[] =>
        pc_id === null ? [] : [{ room_code, pc_id }],
      )
      if (looked.length > 0) bus.publish(CHANNEL, looked)
      for (const room_code of due) said.set(room_code, now)
    },

    /** It may not have heard yet, or not any more, which of its rooms are watched. */
    connected(pc_id: string): void {
      for (const [room_code, room] of watched)
        if (room.pc_id === pc_id && room.until > clock.now()) link.watch(pc_id, room_code)
    },

    /** Of a room that nobody watches, or that is another PC's, nothing is read or sent on, whatever a PC tells. */
    heard(pc_id: string, { room_code, list }: WaitingFrame): void {
      const room = watched.get(room_code)
      if (room?.pc_id !== pc_id || room.until <= clock.now()) return
      told.set(room_code, { pc_id, list })
      telling ??= setTimeout(() => {
        telling = undefined
        tell().catch((err: unknown) => log.error({ err }, 'what waits in rooms could not be told'))
      }, TELL_AFTER_MS)
    },

    close(): void {
      unsubscribe()
      clearTimeout(telling)
    },
  }
}
