import { sql, type Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect } from '#platform/db/db.ts'
import { givenRows, intAt, textAt } from '#platform/db/rows.ts'
import type { SpoolBatch } from './admit.ts'
import type { RuleCount, WordCount } from './rows.ts'

type Trx = Transaction<Tables>

const MINUTES_AN_HOUR = 60

/** Adds what rules did to the sums of its room and minute, and of all rooms and its hour. */
export async function addToCounts(
  dialect: Dialect,
  trx: Trx,
  counts: readonly RuleCount[],
): Promise<void> {
  if (counts.length === 0) return
  const minutes = summed(counts).map(({ set_id, minute, room_id, node_id, v, outcome, n }) => [
    set_id,
    minute,
    node_id,
    v,
    outcome,
    n,
    room_id,
  ])
  await sql`
    insert into rule_minute (set_id, minute, node_id, v, outcome, n, room_id)
    select ${ofBoth}, ${textAt(6)} from ${givenRows(dialect, minutes)} where true
    on conflict (set_id, minute, room_id, node_id, v, outcome)
    do update set n = rule_minute.n + excluded.n`.execute(trx)
  const hours = summed(counts.map(hourly)).map(({ set_id, hour, node_id, v, outcome, n }) => [
    set_id,
    hour,
    node_id,
    v,
    outcome,
    n,
  ])
  await sql`
    insert into rule_hour (set_id, hour, node_id, v, outcome, n)
    select ${ofBoth} from ${givenRows(dialect, hours)} where true
    on conflict (set_id, hour, node_id, v, outcome)
    do update set n = rule_hour.n + excluded.n`.execute(trx)
}

/** Adds how often forbidden words were found to the sums of their room and day. */
export async function addToWords(
  dialect: Dialect,
  trx: Trx,
  counts: readonly WordCount[],
): Promise<void> {
  if (counts.length === 0) return
  const days = summed(counts).map(({ word, day, room_id, side, n }) => [
    word,
    day,
    room_id,
    side,
    n,
  ])
  await sql`
    insert into word_day (word, day, room_id, side, n)
    select ${sql.join([textAt(0), textAt(1), textAt(2), textAt(3), intAt(4)])}
    from ${givenRows(dialect, days)} where true
    on conflict (word, day, room_id, side)
    do update set n = word_day.n + excluded.n`.execute(trx)
}

const ofBoth = sql.join([textAt(0), intAt(1), textAt(2), intAt(3), textAt(4), intAt(5)])

const hourly = ({ set_id, minute, node_id, v, outcome, n }: RuleCount) => ({
  set_id,
  hour: Math.floor(minute / MINUTES_AN_HOUR),
  node_id,
  v,
  outcome,
  n,
})

/** One for each row of the table, in an order of their own: two servers on one PostgreSQL lock rows in the same order. */
function summed<Row extends { n: number }>(counts: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  for (const one of counts) {
    const key = JSON.stringify({ ...one, n: 0 })
    const sum = sums.get(key)
    if (sum) sum.n += one.n
    else sums.set(key, { ...one })
  }
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/**
 * Up to where a spool is stored, and holds it until the transaction ends. Counts have no key by which the database would know one
 * again: of two servers that are sent the same batch, the second has to see what the first has stored.
 */
export async function claimAcked(
  trx: Trx,
  { spool, pc_id }: Pick<SpoolBatch, 'spool' | 'pc_id'>,
  now: number,
): Promise<number> {
  const { acked_seq } = await trx
    .insertInto('spool')
    .values({ spool_id: spool, pc_id, acked_seq: 0, updated_at: now })
    .onConflict((on) => on.column('spool_id').doUpdateSet({ updated_at: now }))
    .returning('acked_seq')
    .executeTakeFirstOrThrow()
  return acked_seq
}

export const hasCounts = ({ items }: Pick<SpoolBatch, 'items'>): boolean =>
  items.some((item) => item.ok && item.value.type === 'counts')
