import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Patience } from '#platform/db/report.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { partsOf, type IncomeFilter } from './income-filter.store.ts'

/** Reads parts: the cost grows with days and runs, not with the number of gifts. */
export const daySums = (db: Db<Tables>, scope: Scope, filter: IncomeFilter, patience: Patience) =>
  db.report(
    partsOf(db, scope, filter)
      .select([
        'part.day',
        sql<number>`sum(part.fen)`.as('gift_fen'),
        sql<number>`sum(part.count)`.as('gift_count'),
      ])
      .groupBy('part.day'),
    patience,
  )
