import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import type { IncomeDaysQuery } from '@kaibo/contract/income/income.schema.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'

interface Range extends z.output<typeof IncomeDaysQuery> {
  day_from: string
  day_to: string
}

/** From the accounts' rollups, so that it costs days times accounts, however many gifts there were. */
export function daySums(db: Db<Tables>, scope: Scope, range: Range) {
  const org = orgOfScope(scope)
  const { day_from, day_to, platform, org_id } = range
  return db.report(
    db.query
      .selectFrom('account_day as sums')
      .innerJoin('live_account as account', 'account.account_id', 'sums.account_id')
      .select([
        'sums.day',
        sql<number>`sum(sums.fen)`.as('gift_fen'),
        sql<number>`sum(sums.count)`.as('gift_count'),
      ])
      .where('sums.day', '>=', day_from)
      .where('sums.day', '<=', day_to)
      .$if(org !== undefined, (some) => some.where('sums.org_id', '=', org ?? ''))
      .$if(Boolean(org_id), (some) => some.where('sums.org_id', '=', org_id ?? ''))
      .$if(Boolean(platform), (some) => some.where('account.platform', '=', platform ?? ''))
      .groupBy('sums.day'),
  )
}
