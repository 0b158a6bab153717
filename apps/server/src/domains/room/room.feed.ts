import type { Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import type { LiveEvent, RoomTopic } from '@kaibo/contract/live/topics.ts'
import type { Moment, StartProgress } from '@kaibo/contract/room/room.schema.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { inScope, rowsById, type ReadContext } from './room.rows.ts'
import type { RoomWall } from './room.wall.ts'
import { momentsOf } from './room.timeline.ts'
import { Touched, type NewRowRanges } from './room.touched.ts'

type Row = { id: number; room_id: string }

/** Rows that were just committed. */
export interface Stored {
  gift_events?: readonly Row[]
  room_events?: readonly Row[]
  decisions?: readonly Row[]
  moments?: readonly Row[]
}

export type Listener = (moments: readonly Moment[]) => void

interface Address {
  room_code: string
  org_id: string
}

const CHANNEL = 'room.touched'
/** Changes within this time are sent to the other servers as one message. */
const TELL_AFTER_MS = 50
/** Changed rooms are read at most this often. */
const READ_EVERY_MS = 250
/** After a restart thousands of rooms change at once: one read takes this many, the next read the rest. */
const ROOMS_A_READ = 200
const WALL = 'rooms'
const topicOf = (room_code: string): RoomTopic => `room:${room_code}`
const codeOf = (topic: string): string => topic.slice(topicOf('').length)

/**
 * Sends changes of rooms to the consoles that watch them; to be called after the commit. The bus carries only ids of rooms and
 * rows; each server reads the rows only if one of its own consoles watches the room.
 */
export function createFeed(
  { db, bus, clock, live, log }: Platform<Tables>,
  look: () => ReadContext,
  wall: RoomWall,
) {
  /** Codes by id of rooms that consoles of this server have subscribed to; neither changes. */
  const codes = new Map<string, string>()
  /** Who hears of a room's moments on this server beside its consoles. */
  const listeners = new Map<string, Set<Listener>>()
  const toTell = new Touched()
  const toRead = new Touched()
  let telling: NodeJS.Timeout | undefined
  let reading: NodeJS.Timeout | undefined
  const onError = (err: unknown) => log.error({ err }, 'the rooms feed failed')

  live.policy(WALL, async (actor, topics) => (actor.actions.has('room.look') ? topics : []))
  live.policy('room', async (actor, topics) => {
    if (!actor.actions.has('room.look')) return []
    const asked = topics.map(codeOf)
    const found = await db.query
      .selectFrom('room')
      .select(['id', 'room_code'])
      .where('room_code', 'in', asked)
      .where('deleted_at', 'is', null)
      .where(inScope(actor.scope))
      .execute()
    for (const { id, room_code } of found) codes.set(id, room_code)
    return found.map(({ room_code }) => topicOf(room_code))
  })

  const isOpen = (room_id: string) => {
    if (listeners.has(room_id)) return true
    const room_code = codes.get(room_id)
    return room_code !== undefined && live.isWatched(topicOf(room_code))
  }

  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const isWallWatched = live.isWatched(WALL)
    for (const [room_id, ranges] of message as [string, NewRowRanges][]) {
      if (isWallWatched || isOpen(room_id)) toRead.add(room_id, ranges)
    }
    if (toRead.size > 0) readSoon()
  })

  function tellSoon(): void {
    telling ??= setTimeout(() => {
      telling = undefined
      bus.publish(CHANNEL, toTell.take())
    }, TELL_AFTER_MS)
  }

  function readSoon(): void {
    reading ??= setTimeout(() => {
      void read()
        .catch(onError)
        .finally(() => {
          reading = undefined
          if (toRead.size > 0) readSoon()
        })
    }, READ_EVERY_MS)
  }

  async function read(): Promise<void> {
    const touched = new Map(toRead.take(ROOMS_A_READ))
    const ids = [...touched.keys()]
    if (live.isWatched(WALL)) await tellWalls(ids)
    const open = ids.filter(isOpen)
    for (const row of await rowsById(db.query, open, look())) {
      const topic = topicOf(row.room_code)
      const org_id = row.org.id
      const ranges = touched.get(row.id) ?? {}
      if (Object.keys(ranges).length > 0) {
        const data = await momentsOf(db.query, row, ranges)
        const added: LiveEvent<RoomTopic> = { event: 'room.moments', data }
        live.deliver({ topic, org_id, ...added })
        for (const heard of listeners.get(row.id) ?? []) heard(data)
      }
      const changed: LiveEvent<RoomTopic> = { event: 'room.changed', data: row }
      live.deliver({ topic, org_id, ...changed })
    }
  }

  /** One message an organisation. */
  async function tellWalls(ids: readonly string[]): Promise<void> {
    const byOrg = new Map<string, WallRoom[]>()
    for (const { org_id, room } of await wall.some(ids)) {
      const same = byOrg.get(org_id)
      if (same) same.push(room)
      else byOrg.set(org_id, [room])
    }
    for (const [org_id, data] of byOrg) {
      const changed: LiveEvent<typeof WALL> = { event: 'rooms.changed', data }
      live.deliver({ topic: WALL, org_id, ...changed })
    }
  }

  return {
    /** The row of this room has changed. */
    touch(room_id: string): void {
      toTell.add(room_id)
      tellSoon()
    },
    stored({ gift_events = [], room_events = [], decisions = [], moments = [] }: Stored): void {
      for (const { room_id, id } of gift_events) toTell.add(room_id, { g: [id, id] })
      for (const { room_id, id } of room_events) toTell.add(room_id, { e: [id, id] })
      for (const { room_id, id } of decisions) toTell.add(room_id, { t: [id, id] })
      for (const { room_id, id } of moments) toTell.add(room_id, { m: [id, id] })
      if (toTell.size > 0) tellSoon()
    },
    /** Hears of a room's moments, whichever server stores them; the answer ends it. */
    listen(room_id: string, heard: Listener): () => void {
      const known = listeners.get(room_id) ?? new Set()
      listeners.set(room_id, known.add(heard))
      return () => {
        known.delete(heard)
        if (known.size === 0 && listeners.get(room_id) === known) listeners.delete(room_id)
      }
    },
    removed({ room_code, org_id }: Address): void {
      const removed: LiveEvent<typeof WALL> = { event: 'room.removed', data: room_code }
      live.publish({ topic: WALL, org_id, ...removed })
      live.publish({ topic: topicOf(room_code), org_id, ...removed })
    },
    /** The codes of the rooms that consoles of this server look at. */
    watched: (): string[] => live.watched('room').map(codeOf),
    /** Nowhere kept, so it goes to the other servers whole. */
    waiting({ room_code, org_id }: Address, list: Waiting[]): void {
      const queue: LiveEvent<RoomTopic> = { event: 'room.queue', data: { list } }
      live.publish({ topic: topicOf(room_code), org_id, ...queue })
    },
    progress({ room_code, org_id }: Address, stage: StartProgress['stage']): void {
      const data = { room_code, stage, at: clock.now() }
      const progress: LiveEvent<RoomTopic> = { event: 'room.progress', data }
      live.publish({ topic: topicOf(room_code), org_id, ...progress })
    },
    close(): void {
      unsubscribe()
      clearTimeout(telling)
      clearTimeout(reading)
      toRead.take()
    },
  }
}

export type RoomFeed = ReturnType<typeof createFeed>
