import { sql, type Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect } from '#platform/db/db.ts'
import { givenRows, intAt, textAt } from '#platform/db/rows.ts'
import type { SpoolBatch } from './admit.ts'
import type { RuleCount } from './rows.ts'

type Trx = Transaction<Tables>

const MINUTES_AN_HOUR = 60

/** Adds what rules did to the sums of its minute and its hour. */
export async function addToCounts(
  dialect: Dialect,
  trx: Trx,
  counts: readonly RuleCount[],
): Promise<void> {
  if (counts.length === 0) return
  await add(dialect, trx, 'rule_minute', 'minute', counts)
  const hourly = counts.map((one) => ({ ...one, minute: Math.floor(one.minute / MINUTES_AN_HOUR) }))
  await add(dialect, trx, 'rule_hour', 'hour', hourly)
}

async function add(
  dialect: Dialect,
  trx: Trx,
  table: 'rule_minute' | 'rule_hour',
  unit: 'minute' | 'hour',
  counts: readonly RuleCount[],
): Promise<void> {
  const rows = summed(counts).map(({ set_id, minute, room_id, node_id, v, outcome, n }) => [
    set_id,
    minute,
    room_id,
    node_id,
    v,
    outcome,
    n,
  ])
  await sql`
    insert into ${sql.table(table)} (set_id, ${sql.ref(unit)}, room_id, node_id, v, outcome, n)
    select ${textAt(0)}, ${intAt(1)}, ${textAt(2)}, ${textAt(3)}, ${intAt(4)}, ${textAt(5)}, ${intAt(6)}
    from ${givenRows(dialect, rows)} where true
    on conflict (set_id, ${sql.ref(unit)}, room_id, node_id, v, outcome)
    do update set n = ${sql.table(table)}.n + excluded.n`.execute(trx)
}

/** One for each row of the table, in an order of their own: two servers on one PostgreSQL lock rows in the same order. */
function summed(counts: readonly RuleCount[]): RuleCount[] {
  const sums = new Map<string, RuleCount>()
  for (const { n, ...row } of counts) {
    const key = JSON.stringify(Object.values(row))
    const sum = sums.get(key)
    if (sum) sum.n += n
    else sums.set(key, { ...row, n })
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
