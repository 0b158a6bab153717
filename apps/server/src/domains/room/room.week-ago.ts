import { sql } from 'kysely'
import { dayBefore, dayOf, dayStart } from '@kaibo/contract/kernel/day.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Db, Queryable } from '#platform/db/db.ts'

const MINUTE_MS = 60_000
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS

interface Sums {
  /** The business day that is summed. */
  day: string
  /** The last minute that is in the sums. */
  last: number
  fen: Map<string, number>
}

/**
 * What each room took in on the day a week ago, until the same time of that day. What is summed once stays: each minute adds
 * that minute, whoever asks how often.
 */
export function createWeekAgo(db: Db<Tables>) {
  let sums: Sums | undefined
  let adding: Promise<unknown> | undefined

  async function add(day: string, last: number): Promise<void> {
    const known = sums?.day === day ? sums : undefined
    const first = known ? known.last + 1 : Math.floor(dayStart(day) / MINUTE_MS)
    const fen = known?.fen ?? new Map<string, number>()
    for (const row of await minuteSums(db.query, null, { first, last }))
      fen.set(row.room_id, (fen.get(row.room_id) ?? 0) + row.fen)
    sums = { day, last, fen }
  }

  return {
    async until(now: number): Promise<ReadonlyMap<string, number>> {
      const day = dayBefore(dayOf(now), 7)
      const last = Math.floor((now - WEEK_MS) / MINUTE_MS)
      const isKnown = () => sums?.day === day && sums.last >= last
      while (!isKnown()) {
        adding ??= add(day, last).finally(() => (adding = undefined))
        await adding
      }
      return sums?.fen ?? new Map<string, number>()
    },
  }
}

/** From the rooms to their minutes: these are kept for a month, and only the key of both leads to a day of them. */
const minuteSums = compileOnce(
  (q: Queryable<Tables>, _: null, { first, last }: Places<{ first: number; last: number }>) =>
    q
      .selectFrom('room')
      .innerJoin('room_minute', 'room_minute.room_id', 'room.id')
      .select(['room_minute.room_id', sql<number>`sum(room_minute.fen)`.as('fen')])
      .where('room_minute.minute', '>=', first ?? 0)
      .where('room_minute.minute', '<=', last ?? 0)
      .groupBy('room_minute.room_id'),
)
