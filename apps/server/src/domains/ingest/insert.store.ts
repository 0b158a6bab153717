import type { Transaction } from 'kysely'
import { INSERT_TTL_MS } from '@kaibo/contract/agent/insert.schema.ts'
import type { InsertItem, PlayState } from '@kaibo/contract/agent/insert.schema.ts'
import type { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import type { InsertStatus } from '@kaibo/contract/room/room.insert.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Place } from './place.ts'

/** What became of something that a person had an anchor say. */
export interface InsertNews {
  id: string
  room_id: string
  status: InsertStatus
  detail: string | null
  /** So long it plays. */
  lasts_ms?: number
}

const STATUS: Record<SpeechItem['state'], InsertStatus> = {
  queued: 'sent',
  speaking: 'playing',
  spoken: 'done',
  failed: 'failed',
  expired: 'expired',
  dropped: 'expired',
  cleared: 'cancelled',
  cancelled: 'cancelled',
}

const BEFORE: Partial<Record<InsertStatus, InsertStatus[]>> = {
  sent: ['queued'],
  fetching: ['queued', 'sent'],
  playing: ['queued', 'sent', 'fetching'],
}

export const insertNews = ({ insert_id, state, why }: SpeechItem, place: Place): InsertNews[] =>
  insert_id === undefined
    ? []
    : [{ id: insert_id, room_id: place.room_id, status: STATUS[state], detail: why ?? null }]

const PLAYED: Record<PlayState, InsertStatus> = {
  queued: 'sent',
  fetching: 'fetching',
  playing: 'playing',
  done: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
}

export const playNews = (
  { insert_id, state, why, ms }: InsertItem,
  { room_id }: Place,
): InsertNews => ({
  id: insert_id,
  room_id,
  status: PLAYED[state],
  detail: why ?? null,
  lasts_ms: ms ?? 0,
})

/** Old news changes nothing, and the end that a PC tells counts more than one that the server took for granted. */
export async function settleInserts(
  trx: Transaction<Tables>,
  news: readonly InsertNews[],
  now: number,
): Promise<void> {
  // In the order of their ids: two servers on one PostgreSQL lock rows in the same order
  for (const { id, room_id, status, detail, lasts_ms = 0 } of [...news].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  )) {
    const before = BEFORE[status]
    const change = trx
      .updateTable('room_insert')
      .set({ status, detail, updated_at: now, expires_at: now + lasts_ms + INSERT_TTL_MS })
      .where('id', '=', id)
      .where('room_id', '=', room_id)
    await (
      before ? change.where('status', 'in', before) : change.where('status', '<>', 'done')
    ).execute()
  }
}
