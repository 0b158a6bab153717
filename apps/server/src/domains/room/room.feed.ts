import type { Moment, StartProgress } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'
import {
  ofDecision,
  ofEvent,
  ofGift,
  ofMoment,
  type DecisionRow,
  type EventRow,
  type GiftRow,
  type MomentRow,
} from './room.moments.ts'
import { inScope, rowsById } from './room.rows.ts'

/** Rows that were just committed. */
export interface Stored {
  gift_events?: readonly GiftRow[]
  room_events?: readonly EventRow[]
  decisions?: readonly DecisionRow[]
  moments?: readonly MomentRow[]
}

interface Address {
  id: string
  room_code: string
  org_id: string
}

const COALESCE_MS = 250
const topicOf = (room_code: string) => `room:${room_code}`

/** What the consoles see of rooms as it happens: call it after the commit. */
export function createFeed({ db, clock, live, log }: Platform<Tables>) {
  /** Neither a room's code nor its organisation ever changes. */
  const addresses = new Map<string, Address>()
  const touched = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  live.guard('rooms', async (actor, topics) => (actor.actions.has('room.look') ? topics : []))
  live.guard('room', async (actor, topics) => {
    if (!actor.actions.has('room.look')) return []
    const codes = topics.map((topic) => topic.slice(topicOf('').length))
    const seen = await db.query
      .selectFrom('room')
      .select('room_code')
      .where('room_code', 'in', codes)
      .where('deleted_at', 'is', null)
      .where(inScope(actor.scope))
      .execute()
    return seen.map(({ room_code }) => topicOf(room_code))
  })

  async function addressesOf(ids: ReadonlySet<string>): Promise<Map<string, Address>> {
    const unknown = [...ids].filter((id) => !addresses.has(id))
    if (unknown.length > 0) {
      const rows = await db.query
        .selectFrom('room')
        .select(['id', 'room_code', 'org_id'])
        .where('id', 'in', unknown)
        .execute()
      for (const row of rows) addresses.set(row.id, row)
    }
    return addresses
  }

  async function publishMoments(stored: Stored): Promise<void> {
    const { gift_events = [], room_events = [], decisions = [], moments = [] } = stored
    const all = [...gift_events, ...room_events, ...decisions, ...moments]
    const rooms = new Set(all.map((row) => row.room_id))
    const known = await addressesOf(rooms)
    for (const room_id of rooms) {
      const room = known.get(room_id)
      if (!room) continue
      const { room_code, org_id } = room
      const isHere = (row: { room_id: string }) => row.room_id === room_id
      const data: Moment[] = [
        ...gift_events.filter(isHere).map((row) => ofGift(room_code, row)),
        ...room_events.filter(isHere).map((row) => ofEvent(room_code, row)),
        ...decisions.filter(isHere).map((row) => ofDecision(room_code, row)),
        ...moments.filter(isHere).map((row) => ofMoment(room_code, row)),
      ]
      live.publish({ topic: topicOf(room_code), org_id, event: 'room.moments', data })
    }
  }

  async function publishRows(): Promise<void> {
    const ids = [...touched]
    touched.clear()
    for (const row of await rowsById(db.query, ids, { dialect: db.dialect, now: clock.now() })) {
      const message = { org_id: row.org.id, event: 'room.changed', data: row }
      live.publish({ topic: 'rooms', ...message })
      live.publish({ topic: topicOf(row.room_code), ...message })
    }
  }

  const onError = (err: unknown) => log.error({ err }, 'the rooms feed failed')

  /** The row of this room changed: many changes within a moment are one message. */
  function touch(room_id: string): void {
    touched.add(room_id)
    timer ??= setTimeout(() => {
      timer = undefined
      void publishRows().catch(onError)
    }, COALESCE_MS)
  }

  return {
    touch,
    stored(stored: Stored): void {
      for (const rows of Object.values(stored)) for (const row of rows) touch(row.room_id)
      void publishMoments(stored).catch(onError)
    },
    removed({ room_code, org_id }: Address): void {
      const message = { org_id, event: 'room.removed', data: room_code }
      live.publish({ topic: 'rooms', ...message })
      live.publish({ topic: topicOf(room_code), ...message })
    },
    progress({ room_code, org_id }: Address, stage: StartProgress['stage']): void {
      const data: StartProgress = { room_code, stage, at: clock.now() }
      live.publish({ topic: topicOf(room_code), org_id, event: 'room.progress', data })
    },
    close: () => clearTimeout(timer),
  }
}

export type RoomFeed = ReturnType<typeof createFeed>
