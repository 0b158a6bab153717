import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/db.ts'
import type { Patience } from '#platform/db/report.ts'
import type { Tables } from '#migrations/tables.ts'
import type { IncomeDaysQuery } from '@kaibo/contract/income/income.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { within } from '#platform/db/within.ts'
import { matching } from './income.store.ts'

interface Range extends z.output<typeof IncomeDaysQuery> {
  day_from: string
  day_to: string
}

/** Reads rollups: the cost grows with days and accounts or rooms, not with the number of gifts. */
export const daySums = (db: Db<Tables>, scope: Scope, range: Range, patience: Patience) =>
  db.report<DaySum>(
    range.keyword || range.room_code ? roomSums(db, scope, range) : accountSums(db, scope, range),
    patience,
  )

interface DaySum {
  day: string
  gift_fen: number
  gift_count: number
}

function accountSums(db: Db<Tables>, scope: Scope, range: Range) {
  const { day_from, day_to, platform, org_id, account_id } = range
  return db.query
    .selectFrom('account_day as sums')
    .innerJoin('live_account as account', 'account.account_id', 'sums.account_id')
    .select([
      'sums.day',
      sql<number>`sum(sums.fen)`.as('gift_fen'),
      sql<number>`sum(sums.count)`.as('gift_count'),
    ])
    .where('sums.day', '>=', day_from)
    .where('sums.day', '<=', day_to)
    .where(within(scope, 'sums.org_id'))
    .where((eb) =>
      eb.and({
        'sums.org_id': org_id,
        'account.platform': platform,
        'sums.account_id': account_id,
      }),
    )
    .groupBy('sums.day')
}

/**
 * The rooms are those of the runs that the list shows for the same filters. `distinct`, because PostgreSQL would otherwise
 * read a room's runs again for each of its days.
 */
function roomSums(db: Db<Tables>, scope: Scope, { day_from, day_to, ...filter }: Range) {
  const { org_id } = filter
  const rooms = matching(db, scope, filter).select('run.room_id').distinct()
  return db.query
    .selectFrom('room_day as sums')
    .select([
      'sums.day',
      sql<number>`sum(sums.fen)`.as('gift_fen'),
      sql<number>`sum(sums.count)`.as('gift_count'),
    ])
    .where('sums.day', '>=', day_from)
    .where('sums.day', '<=', day_to)
    .where('sums.room_id', 'in', rooms)
    .where(within(scope, 'sums.org_id'))
    .where((eb) => eb.and({ 'sums.org_id': org_id }))
    .groupBy('sums.day')
}
