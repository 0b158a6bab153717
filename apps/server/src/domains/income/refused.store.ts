import { sql, type InferResult } from 'kysely'
import type * as z from 'zod/mini'
import type { RefusedQuery } from '@kaibo/contract/income/refused.schema.ts'
import { dayEnd, dayStart } from '@kaibo/contract/kernel/day.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { MAX_EVENT_FEN } from '@kaibo/contract/live/event.ts'
import type { Tables } from '#migrations/tables.ts'
import { contains } from '#platform/db/contains.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import type { Patience } from '#platform/db/report.ts'
import { within } from '#platform/db/within.ts'
import { foundAs } from '#platform/search/places.ts'

type Q = Queryable<Tables>
export type Query = z.output<typeof RefusedQuery>

const KEYWORD_COLUMNS = ['it.nickname', 'it.event_id', 'it.source', 'room.name', 'room.room_code']

const refusedIn = (q: Q, scope: Scope) =>
  q
    .selectFrom('refused_event as it')
    .leftJoin('room', 'room.id', 'it.room_id')
    .where(within(scope, 'it.org_id'))

/** The filters other than the state. */
function matching(q: Q, scope: Scope, query: Query) {
  const { code, room_code, account_id, org_id, day_from, day_to, keyword } = query
  return refusedIn(q, scope)
    .where((eb) =>
      eb.and({
        'it.code': code,
        'room.room_code': room_code,
        'it.account_id': account_id,
        'it.org_id': org_id,
      }),
    )
    .$if(Boolean(day_from), (some) => some.where('it.received_at', '>=', dayStart(day_from ?? '')))
    .$if(Boolean(day_to), (some) => some.where('it.received_at', '<', dayEnd(day_to ?? '')))
    .where((eb) =>
      eb.or([contains(KEYWORD_COLUMNS, keyword), foundAs(q, 'room', 'it.room_id', keyword)]),
    )
}

/** With the names of what it belongs to. */
const named = (some: ReturnType<typeof refusedIn>) =>
  some
    .leftJoin('org', 'org.id', 'it.org_id')
    .leftJoin('live_account as held', 'held.account_id', 'it.account_id')
    .leftJoin('pc', 'pc.id', 'it.pc_id')
    .leftJoin('account as person', 'person.uid', 'it.decided_by')
    .selectAll('it')
    .select([
      'org.name as org_name',
      'room.room_code',
      'room.name as room_name',
      'held.nickname as account_nickname',
      'held.platform',
      'pc.name as pc_name',
      'person.nickname as decided_by_name',
    ])

/** Sorted without an index: all matching rows are read. */
function pageOf(q: Q, scope: Scope, query: Query) {
  const direction = directionOf(query)
  return named(matching(q, scope, query))
    .where((eb) => eb.and({ 'it.state': query.state }))
    .orderBy(
      query.sort_by === 'claimed_fen' ? sql`coalesce(it.fen, 0)` : 'it.received_at',
      direction,
    )
    .orderBy('it.id', direction)
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
}
export type RefusedRecord = InferResult<ReturnType<typeof pageOf>>[number]

export const refusedPage = (db: Db<Tables>, scope: Scope, query: Query, patience: Patience) =>
  db.report(pageOf(db.query, scope, query), patience)

export const refusedById = (q: Q, scope: Scope, id: number): Promise<RefusedRecord | undefined> =>
  named(refusedIn(q, scope).where('it.id', '=', id)).executeTakeFirst()

const count = (holds: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(case when ${holds} then 1 else 0 end), 0)`

/**
 * The total of the query, and the number and sum of open rows whatever state the query asks for. The sum leaves out amounts
 * that no event can have: they are errors of the sender, and a few of them would exceed what a sum can hold.
 */
export async function countRefused(db: Db<Tables>, scope: Scope, query: Query, patience: Patience) {
  const isAsked = query.state === undefined ? sql`1 = 1` : sql`it.state = ${query.state}`
  const [counted] = await db.report(
    matching(db.query, scope, query).select([
      count(isAsked).as('total'),
      count(sql`it.state = 'open'`).as('open'),
      sql<number>`coalesce(sum(case when it.state = 'open' and it.fen between 0 and ${sql.lit(MAX_EVENT_FEN)}
        then it.fen else 0 end), 0)`.as('fen'),
    ]),
    patience,
  )
  return counted ?? { total: 0, open: 0, fen: 0 }
}

/** False where somebody has decided it already. */
export async function dismissRefused(
  q: Q,
  scope: Scope,
  { id, ...decision }: { id: number; note: string; decided_by: string; decided_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('refused_event')
    .set({ ...decision, state: 'dismissed' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where(within(scope, 'org_id'))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
