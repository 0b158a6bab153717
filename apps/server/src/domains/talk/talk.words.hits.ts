import { dayBefore, dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { selectRoomsAt, type Place } from './talk.words.store.ts'

const DAYS = 7

/** How often words were found in the last seven business days, in the rooms of a list that the actor sees. */
export async function hitsOf(
  q: Queryable<Tables>,
  { scope }: Actor,
  { place, words, now }: { place: Place; words: readonly string[]; now: number },
): Promise<ReadonlyMap<string, number>> {
  if (words.length === 0) return new Map()
  const found = await q
    .selectFrom('word_day')
    .innerJoin('room', 'room.id', 'word_day.room_id')
    .select(['word_day.word', (eb) => eb.fn.sum<number>('word_day.n').as('n')])
    .where('word_day.word', 'in', words)
    .where('word_day.day', '>', dayBefore(dayOf(now), DAYS))
    .where('room.id', 'in', selectRoomsAt(q, place).clearSelect().select('room.id'))
    .where(within(scope, 'room.org_id'))
    .groupBy('word_day.word')
    .execute()
  return new Map(found.map(({ word, n }) => [word, n]))
}
