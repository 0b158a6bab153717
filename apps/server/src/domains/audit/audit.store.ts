import type * as z from 'zod/mini'
import type { AuditQuery } from '@kaibo/contract/audit/audit.schema.ts'
import { dayEnd, dayStart } from '@kaibo/contract/kernel/day.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { contains } from '#platform/db/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  placeAt,
  type Place,
} from '#platform/db/endless.ts'
import { foundAs } from '#platform/search/places.ts'
import type { Patience } from '#platform/db/report.ts'
import { namesOf } from './audit.actions.ts'

type Query = z.output<typeof AuditQuery>
export type AuditFilter = Omit<Query, 'page' | 'page_size' | 'cursor' | 'export'>

/**
 * The rows that a scope shows: all, those of one organisation, or the caller's own. A row belongs to the organisation that the
 * person was in when they acted; older rows without that belong to the organisation that the person is in now.
 */
function within(db: Db<Tables>, scope: Scope) {
  const rows = db.query.selectFrom('audit')
  if (scope.kind === 'all') return rows
  if (scope.kind === 'own') return rows.where('uid', '=', scope.uid)
  const { org_id } = scope
  const people = db.query.selectFrom('account').select('account.uid').where('org_id', '=', org_id)
  return rows.where((is) =>
    is.or([
      is('audit.org_id', '=', org_id),
      is.and([is('audit.org_id', 'is', null), is('uid', 'in', people)]),
    ]),
  )
}

/** Longer option lists are cut; other people are found by the keyword. */
const MAX_PEOPLE = 1_000

/** People of the scope, by name. */
export function peopleWithin({ query }: Db<Tables>, scope: Scope) {
  const people = query.selectFrom('account').select(['uid', 'username as name'])
  const own = scope.kind === 'own' ? people.where('uid', '=', scope.uid) : people
  const seen = scope.kind === 'org' ? own.where('org_id', '=', scope.org_id) : own
  return seen.orderBy('username').limit(MAX_PEOPLE).execute()
}

function matching(db: Db<Tables>, scope: Scope, filter: AuditFilter) {
  const { uid, action, target, day_from, day_to, seq, keyword } = filter
  return within(db, scope)
    .where((eb) => eb.and({ uid, seq }))
    .$if(Boolean(target), (some) =>
      some.where((eb) =>
        eb.or([eb('target', '=', target ?? ''), eb('target_id', '=', target ?? '')]),
      ),
    )
    .$if(Boolean(action), (some) => some.where('action', 'in', namesOf(action ?? '')))
    .$if(Boolean(day_from), (some) => some.where('at', '>=', dayStart(day_from ?? '')))
    .$if(Boolean(day_to), (some) => some.where('at', '<', dayEnd(day_to ?? '')))
    .where((is) =>
      is.or([
        contains(['target', 'target_id', 'username', 'reason'], keyword),
        foundAs(db.query, 'account', 'uid', keyword),
      ]),
    )
}

/** By time, then by number. All reading is a report, so that it does not block the event loop. */
const ordered = (db: Db<Tables>, scope: Scope, filter: AuditFilter, place: Place | undefined) =>
  matching(db, scope, filter)
    .selectAll()
    .where(after(['at', 'seq'], directionOf(filter), place))
    .orderBy('at', directionOf(filter))
    .orderBy('seq', directionOf(filter))

export function auditPage(db: Db<Tables>, scope: Scope, query: Query, patience: Patience) {
  const place = placeAt(query.cursor, [0, 0])
  return db.report(
    ordered(db, scope, query, place)
      .limit(query.page_size + 1)
      .offset(offsetOf(query)),
    patience,
  )
}

export type AuditRecord = Awaited<ReturnType<typeof auditPage>>[number]

export const placeOf = ({ at, seq }: Pick<AuditRecord, 'at' | 'seq'>): Place => [at, seq]

/** Counted to the limit. */
export async function auditTotal(
  db: Db<Tables>,
  scope: Scope,
  filter: AuditFilter,
  patience: Patience,
) {
  const some = matching(db, scope, filter).select('seq').limit(COUNTED)
  const [row] = await db.report(countOf(db.query, some), patience)
  return capped(row?.total ?? 0)
}

/** The rows after `last`, for reading all of them in chunks. */
export const auditAfter = (
  db: Db<Tables>,
  scope: Scope,
  filter: AuditFilter,
  last: Pick<AuditRecord, 'at' | 'seq'> | undefined,
  { limit, ...patience }: { limit: number } & Patience,
) => db.report(ordered(db, scope, filter, last && placeOf(last)).limit(limit), patience)
