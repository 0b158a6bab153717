import { sql, type InferResult } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/db.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import { directionOf } from '#platform/db/direction.ts'
import { after, offsetOf, pageFrom, placeAt, type Place } from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import type { LiveIncomeQuery, LiveIncomeRow } from '@kaibo/contract/income/income.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { within } from '#platform/db/within.ts'
import { foundAs } from '#platform/search/places.ts'

type Query = z.output<typeof LiveIncomeQuery>
export type RunFilter = Omit<Query, 'page' | 'page_size' | 'cursor' | 'export'>

/** Runs without joins: filters on their accounts are subqueries, so that sums do not look up the account of each run. */
export function matching(db: Db<Tables>, scope: Scope, filter: RunFilter) {
  const { day_from, day_to, platform, org_id, room_code, account_id, keyword } = filter
  const accounts = db.query.selectFrom('live_account as account').select('account.account_id')
  return db.query
    .selectFrom('run')
    .where(within(scope, 'run.org_id'))
    .$if(Boolean(day_from), (some) => some.where('run.day', '>=', day_from ?? ''))
    .$if(Boolean(day_to), (some) => some.where('run.day', '<=', day_to ?? ''))
    .where((eb) =>
      eb.and({
        'run.org_id': org_id,
        'run.room_code': room_code,
        'run.account_id': account_id,
      }),
    )
    .$if(Boolean(platform), (some) =>
      some.where(
        'run.account_id',
        'in',
        accounts.where((eb) => eb.and({ platform })),
      ),
    )
    .$if(Boolean(keyword), (some) =>
      some.where((eb) =>
        eb.or([
          contains(['run.room_name', 'run.room_code'], keyword),
          foundAs(db.query, 'room', 'run.room_id', keyword),
          foundAs(db.query, 'live_account', 'run.account_id', keyword),
        ]),
      ),
    )
}

const COLUMNS = [
  'run.run_id',
  'run.room_code',
  'run.room_name',
  'run.day',
  'run.started_at',
  'run.ended_at',
  'run.end_cause',
  'run.gift_fen',
  'run.gift_count',
  'run.payers',
  'run.danmu',
  'run.viewers',
  'run.money_unsent',
  'run.is_demo',
  'account.account_id',
  'account.nickname',
  'account.platform',
  'org.id as org_id',
  'org.name as org_name',
] as const

/** Days and starts rise together, so one index serves both the filter by day and the order by time. */
const BY_TIME = ['run.day', 'run.started_at', 'run.run_id'] as const
const BY_FEN = ['run.gift_fen', 'run.run_id'] as const

const orderOf = ({ sort_by }: RunFilter) => (sort_by === 'gift_fen' ? BY_FEN : BY_TIME)

const placeOf = (filter: RunFilter, { day, started_at, run_id, gift_fen }: RunRecord): Place =>
  filter.sort_by === 'gift_fen' ? [gift_fen, run_id] : [day, started_at, run_id]

function inOrder(db: Db<Tables>, scope: Scope, filter: RunFilter, place: Place | undefined) {
  const order = orderOf(filter)
  const direction = directionOf(filter)
  return order.reduce(
    (some, column) => some.orderBy(column, direction),
    matching(db, scope, filter)
      // A cross join makes SQLite start from the runs, which an index reads in the wanted order.
      .crossJoin('live_account as account')
      .crossJoin('org')
      .whereRef('account.account_id', '=', 'run.account_id')
      .whereRef('org.id', '=', 'run.org_id')
      .select(COLUMNS)
      .where(after(order, direction, place)),
  )
}

/** May read very many runs, so it is a report, which does not block the event loop. */
export async function runPage(db: Db<Tables>, scope: Scope, query: Query, patience: Patience) {
  const like: Place = query.sort_by === 'gift_fen' ? [0, ''] : ['', 0, '']
  const found = await db.report(
    inOrder(db, scope, query, placeAt(query.cursor, like))
      .limit(query.page_size + 1)
      .offset(offsetOf(query)),
    patience,
  )
  return pageFrom(found, query, { placeOf: (run) => placeOf(query, run), rowOf })
}

export type RunRecord = InferResult<ReturnType<typeof inOrder>>[number]

/** Over every run that the filters match. */
export async function runSums(db: Db<Tables>, scope: Scope, filter: RunFilter, patience: Patience) {
  const [sums] = await db.report(
    matching(db, scope, filter).select([
      sql<number>`count(*)`.as('runs'),
      sql<number>`coalesce(sum(run.gift_fen), 0)`.as('gift_fen'),
      sql<number>`coalesce(sum(run.gift_count), 0)`.as('gift_count'),
    ]),
    patience,
  )
  return sums ?? { runs: 0, gift_fen: 0, gift_count: 0 }
}

/** The runs after `last`, by time: unlike sums, the start of a run does not change while a file is written. */
export function runsAfter(
  db: Db<Tables>,
  scope: Scope,
  filter: RunFilter,
  last: RunRecord | undefined,
  { limit, ...patience }: { limit: number } & Patience,
) {
  const byTime = { ...filter, sort_by: undefined }
  const place = last && placeOf(byTime, last)
  return db.report(inOrder(db, scope, byTime, place).limit(limit), patience)
}

const rowOf = (run: RunRecord): LiveIncomeRow => ({
  run_id: run.run_id,
  room_code: run.room_code,
  room_name: run.room_name,
  account: { account_id: run.account_id, nickname: run.nickname, platform: run.platform },
  org: { id: run.org_id, name: run.org_name },
  started_at: run.started_at,
  ended_at: run.ended_at,
  end_cause: run.end_cause,
  gift_fen: run.gift_fen,
  gift_count: run.gift_count,
  payers: run.payers,
  danmu: run.danmu,
  viewers: run.viewers,
  money_unsent: run.money_unsent,
  is_demo: run.is_demo,
})
