import { HELD_BACK } from '@kaibo/contract/talk/talk.enums.ts'
import type { NodeStats } from '@kaibo/contract/talk/talk.rows.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

const HOUR_MS = 3_600_000
const HOURS = 24

/** The hours of the last day: the present one, and the 23 before it. */
const firstHour = (now: number): number => Math.floor(now / HOUR_MS) - (HOURS - 1)

const lastDay = (q: Q, now: number) =>
  q
    .selectFrom('rule_hour')
    .select(['outcome', ({ fn }) => fn.sum<number>('n').as('n')])
    .where('hour', '>=', firstHour(now))
    .where('node_id', '<>', '')

interface Sums {
  fired: number
  cooldown: number
  held: number
  errors: number
}

function add(sums: Sums, outcome: string, n: number): void {
  if (outcome === 'FIRED') sums.fired += n
  else if (outcome === 'ERROR') sums.errors += n
  else if (HELD_BACK.some((reason) => reason === outcome)) sums.held += n
  if (outcome === 'COOLDOWN') sums.cooldown += n
}

function summed<Row extends { outcome: string; n: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, Sums> {
  const all = new Map<string, Sums>()
  for (const row of rows) {
    const key = keyOf(row)
    const sums = all.get(key) ?? { fired: 0, cooldown: 0, held: 0, errors: 0 }
    all.set(key, sums)
    add(sums, row.outcome, row.n)
  }
  return all
}

/** What the rules of each set did in the last day. */
export async function countsOfSets(
  q: Q,
  rule_ids: readonly string[],
  now: number,
): Promise<Map<string, Sums>> {
  if (rule_ids.length === 0) return new Map()
  const rows = await lastDay(q, now)
    .select('set_id')
    .where('set_id', 'in', rule_ids)
    .groupBy(['set_id', 'outcome'])
    .execute()
  return summed(rows, ({ set_id }) => set_id)
}

/** What each node of a set did in the last day. */
export async function countsOfNodes(q: Q, rule_id: string, now: number): Promise<NodeStats[]> {
  const rows = await lastDay(q, now)
    .select('node_id')
    .where('set_id', '=', rule_id)
    .groupBy(['node_id', 'outcome'])
    .execute()
  return [...summed(rows, ({ node_id }) => node_id)].map(([node_id, sums]) => ({
    node_id,
    ...sums,
  }))
}
