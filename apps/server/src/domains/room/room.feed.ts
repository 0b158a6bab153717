import type { LiveEvent, RoomTopic } from '@kaibo/contract/live/topics.ts'
import type { StartProgress } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import { inScope, rowsById, type ReadContext } from './room.rows.ts'
import { momentsOf } from './room.timeline.ts'
import { Touched, type Marks } from './room.touched.ts'

type Row = { id: number; room_id: string }

/** Rows that were just committed. */
export interface Stored {
  gift_events?: readonly Row[]
  room_events?: readonly Row[]
  decisions?: readonly Row[]
  moments?: readonly Row[]
}

interface Address {
  room_code: string
  org_id: string
}

const CHANNEL = 'room.touched'
/** What changes within a moment is told to the other servers together. */
const TELL_AFTER_MS = 50
/** A room is read once in this time at most, however often it changes. */
const READ_EVERY_MS = 250
/** After a restart thousands change at once; the others are read next. */
const ROOMS_A_READ = 200
const WALL = 'rooms'
const topicOf = (room_code: string): RoomTopic => `room:${room_code}`

/**
 * What the consoles see of rooms as it happens: call it after the commit. Of what was committed only the numbers are told;
 * a server reads the rows when a console of its own watches them, and nothing otherwise.
 */
export function createFeed(
  { db, bus, clock, live, log }: Platform<Tables>,
  look: () => ReadContext,
) {
  /** Of every room that a console of this server has asked for: neither its id nor its code ever changes. */
  const codes = new Map<string, string>()
  const toTell = new Touched()
  const toRead = new Touched()
  let telling: NodeJS.Timeout | undefined
  let reading: NodeJS.Timeout | undefined
  const onError = (err: unknown) => log.error({ err }, 'the rooms feed failed')

  live.policy(WALL, async (actor, topics) => (actor.actions.has('room.look') ? topics : []))
  live.policy('room', async (actor, topics) => {
    if (!actor.actions.has('room.look')) return []
    const asked = topics.map((topic) => topic.slice(topicOf('').length))
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
    const room_code = codes.get(room_id)
    return room_code !== undefined && live.isWatched(topicOf(room_code))
  }

  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const isWallWatched = live.isWatched(WALL)
    for (const [room_id, marks] of message as [string, Marks][]) {
      if (isWallWatched || isOpen(room_id)) toRead.add(room_id, marks)
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
    const rows = await rowsById(db.query, [...touched.keys()], look())
    for (const row of rows) {
      const { room_code } = row
      const org_id = row.org.id
      const marks = touched.get(row.id) ?? {}
      if (isOpen(row.id) && Object.keys(marks).length > 0) {
        const data = await momentsOf(db.query, row, marks)
        const added: LiveEvent<RoomTopic> = { event: 'room.moments', data }
        live.deliver({ topic: topicOf(room_code), org_id, ...added })
      }
      const changed: LiveEvent<typeof WALL> = { event: 'room.changed', data: row }
      live.deliver({ topic: WALL, org_id, ...changed })
      live.deliver({ topic: topicOf(room_code), org_id, ...changed })
    }
  }

  return {
    /** The row of this room changed: many changes within a moment are one message. */
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
    removed({ room_code, org_id }: Address): void {
      const removed: LiveEvent<typeof WALL> = { event: 'room.removed', data: room_code }
      live.publish({ topic: WALL, org_id, ...removed })
      live.publish({ topic: topicOf(room_code), org_id, ...removed })
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
