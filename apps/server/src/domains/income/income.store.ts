import { sql, type ExpressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { directionOf } from '#platform/db/direction.ts'
import { after, offsetOf, pageFrom, placeAt, type Place } from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import {
  OUTSIDE,
  type LiveIncomeQuery,
  type LiveIncomeRow,
} from '@kaibo/contract/income/income.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import {
  FIRST_DAY,
  hasDays,
  LAST_DAY,
  outsideOf,
  partsOf,
  runsOf,
  type IncomeFilter,
} from './income-filter.store.ts'
import { incomeRows } from './income-row.store.ts'

type Query = z.output<typeof LiveIncomeQuery>
type RowFilter = IncomeFilter & Pick<Query, 'sort_by' | 'sort_dir'>

/** What came in outside runs has its place as if at the start of its day. */
const BY_TIME = ['day', 'started_at', 'id'] as const
const BY_FEN = ['gift_fen', 'id'] as const

const isByFen = ({ sort_by }: RowFilter) => sort_by === 'gift_fen'

type Placed = Pick<LiveIncomeRow, 'id' | 'day' | 'started_at' | 'gift_fen'>

const placeOf = (filter: RowFilter, { id, day, started_at, gift_fen }: Placed): Place =>
  isByFen(filter) ? [gift_fen, id] : [day, started_at ?? 0, id]

/** Which rows the filters match, in order, with what came in on the days; `incomeRows` has the rest of each. */
function inOrder(db: Db<Tables>, scope: Scope, filter: RowFilter, place: Place | undefined) {
  const order = isByFen(filter) ? BY_FEN : BY_TIME
  const direction = directionOf(filter)
  const runs = runsOf(db, scope, filter).select((eb) => [
    'run.run_id as id',
    'run.day',
    'run.started_at',
    ...(hasDays(filter)
      ? [
          cameIn(eb, 'part.fen', filter).as('gift_fen'),
          cameIn(eb, 'part.count', filter).as('gift_count'),
        ]
      : (['run.gift_fen', 'run.gift_count'] as const)),
  ])
  const outside = outsideOf(db, scope, filter).select([
    sql<string>`${sql.lit(OUTSIDE)} || part.id`.as('id'),
    'part.day',
    sql<number>`0`.as('started_at'),
    'part.fen as gift_fen',
    'part.count as gift_count',
  ])
  return order.reduce(
    (some, column) => some.orderBy(column, direction),
    db.query
      .selectFrom(runs.unionAll(outside).as('row'))
      .selectAll()
      .where(after(order, direction, place)),
  )
}

/** Of a run on the days. PostgreSQL sums bigints to numerics, which a union would make of all that stands in the column. */
function cameIn(
  eb: ExpressionBuilder<Tables, 'run'>,
  column: 'part.fen' | 'part.count',
  { day_from = FIRST_DAY, day_to = LAST_DAY }: IncomeFilter,
) {
  const parts = eb
    .selectFrom('income_part as part')
    .select((part) => part.fn.sum(column).as('sum'))
    .whereRef('part.run_id', '=', 'run.run_id')
    .where((part) => part.between('part.day', day_from, day_to))
  return sql<number>`cast(coalesce((${parts}), 0) as bigint)`
}

/** May read very many rows, so it is a report, which does not block the event loop. */
export async function incomePage(db: Db<Tables>, scope: Scope, query: Query, patience: Patience) {
  const like: Place = isByFen(query) ? [0, ''] : ['', 0, '']
  const found = await db.report(
    inOrder(db, scope, query, placeAt(query.cursor, like))
      .limit(query.page_size + 1)
      .offset(offsetOf(query)),
    patience,
  )
  const { list, next } = pageFrom(found, query, {
    placeOf: (row) => placeOf(query, row),
    rowOf: (row) => row,
  })
  return { list: await incomeRows(db, list), next }
}

/** Over every row that the filters match. */
export async function incomeSums(
  db: Db<Tables>,
  scope: Scope,
  filter: IncomeFilter,
  patience: Patience,
) {
  const count = sql<number>`count(*)`.as('rows')
  const parts = partsOf(db, scope, filter).select([
    sql<number>`coalesce(sum(part.fen), 0)`.as('gift_fen'),
    sql<number>`coalesce(sum(part.count), 0)`.as('gift_count'),
    sql<number>`coalesce(sum(part.fen) filter (where part.run_id = ''), 0)`.as('outside_fen'),
  ])
  const [sums] = await db.report(
    db.query
      .selectFrom(parts.as('parts'))
      .crossJoin(runsOf(db, scope, filter).select(count).as('runs'))
      .crossJoin(outsideOf(db, scope, filter).select(count).as('outside'))
      .select([
        'gift_fen',
        'gift_count',
        'outside_fen',
        'runs.rows as runs',
        'outside.rows as outside',
      ]),
    patience,
  )
  return sums ?? { gift_fen: 0, gift_count: 0, outside_fen: 0, runs: 0, outside: 0 }
}

/** The rows after `last`, by time: unlike sums, the start of a run does not change while a file is written. */
export async function incomeAfter(
  db: Db<Tables>,
  scope: Scope,
  filter: RowFilter,
  last: LiveIncomeRow | undefined,
  { limit, ...patience }: { limit: number } & Patience,
): Promise<LiveIncomeRow[]> {
  const byTime = { ...filter, sort_by: undefined }
  const place = last && placeOf(byTime, last)
  const found = await db.report(inOrder(db, scope, byTime, place).limit(limit), patience)
  return incomeRows(db, found)
}
