import { sql, type ExpressionBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { contains } from '#platform/db/contains.ts'
import type { Db } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { foundAs } from '#platform/search/places.ts'
import type { Tables } from '#migrations/tables.ts'
import type { IncomeDaysQuery } from '@kaibo/contract/income/income.schema.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'

/* What the filters of income mean: list, sums and days go through these, so that they are about the same money. */

export type IncomeFilter = z.output<typeof IncomeDaysQuery>

/**
 * Runs: those that began on the days, and those that took money on them. Without joins: filters on their accounts are
 * subqueries, so that sums do not look up the account of each run.
 */
export function runsOf(db: Db<Tables>, scope: Scope, filter: IncomeFilter) {
  const { day_from = FIRST_DAY, day_to = LAST_DAY } = filter
  return named(db, scope, filter).$if(hasDays(filter), (some) =>
    some.where((eb) =>
      eb.or([
        eb.between('run.day', day_from, day_to),
        eb(
          'run.run_id',
          'in',
          eb
            .selectFrom('income_part as part')
            .select('part.run_id')
            .where('part.run_id', '<>', '')
            .where((part) => part.between('part.day', day_from, day_to)),
        ),
      ]),
    ),
  )
}

/** What came in outside runs. A part that counts for nothing is none: test and AI gifts only. */
export const outsideOf = (db: Db<Tables>, scope: Scope, filter: IncomeFilter) =>
  partsIn(db, scope, filter)
    .where('part.run_id', '=', '')
    .where((eb) => eb.or([eb('part.fen', '<>', 0), eb('part.count', '<>', 0)]))
    .where((eb) => isInRoom(db, eb, filter))

/** All that came in on the days, in runs and outside them. */
export const partsOf = (db: Db<Tables>, scope: Scope, filter: IncomeFilter) =>
  partsIn(db, scope, filter).$if(Boolean(filter.keyword || filter.room_code), (some) =>
    some.where((eb) =>
      eb.or([
        eb('part.run_id', 'in', named(db, scope, filter).select('run.run_id')),
        eb.and([eb('part.run_id', '=', ''), isInRoom(db, eb, filter)]),
      ]),
    ),
  )

export const FIRST_DAY = '0000-00-00'
export const LAST_DAY = '9999-99-99'

export const hasDays = ({ day_from, day_to }: IncomeFilter) => Boolean(day_from || day_to)

const accounts = (db: Db<Tables>) =>
  db.query.selectFrom('live_account as account').select('account.account_id')

/** Runs of any day. */
function named(db: Db<Tables>, scope: Scope, filter: IncomeFilter) {
  const { platform, org_id, room_code, account_id, keyword } = filter
  return db.query
    .selectFrom('run')
    .where(within(scope, 'run.org_id'))
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
        accounts(db).where((eb) => eb.and({ platform })),
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

/** Parts on the days, by what a part says itself. */
function partsIn(db: Db<Tables>, scope: Scope, filter: IncomeFilter) {
  const { day_from, day_to, platform, org_id, account_id } = filter
  return db.query
    .selectFrom('income_part as part')
    .where(within(scope, 'part.org_id'))
    .where((eb) => eb.and({ 'part.org_id': org_id, 'part.account_id': account_id }))
    .$if(Boolean(day_from), (some) => some.where('part.day', '>=', day_from ?? FIRST_DAY))
    .$if(Boolean(day_to), (some) => some.where('part.day', '<=', day_to ?? LAST_DAY))
    .$if(Boolean(platform), (some) =>
      some.where(
        'part.account_id',
        'in',
        accounts(db).where((eb) => eb.and({ platform })),
      ),
    )
}

/** Of a part outside runs, what `named` asks of a run. */
function isInRoom(
  db: Db<Tables>,
  eb: ExpressionBuilder<Tables & { part: Tables['income_part'] }, 'part'>,
  { room_code, keyword }: IncomeFilter,
) {
  const rooms = db.query.selectFrom('room').select('room.id')
  return eb.and([
    room_code
      ? eb('part.room_id', 'in', rooms.where('room.room_code', '=', room_code))
      : sql<boolean>`1 = 1`,
    keyword
      ? eb.or([
          // A room that was deleted is called as it was, and found by that alone.
          eb('part.room_id', 'in', rooms.where(contains(['room.name', 'room.room_code'], keyword))),
          foundAs(db.query, 'room', 'part.room_id', keyword),
          foundAs(db.query, 'live_account', 'part.account_id', keyword),
        ])
      : sql<boolean>`1 = 1`,
  ])
}
