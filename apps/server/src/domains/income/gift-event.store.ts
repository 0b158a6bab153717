import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import type { GiftEventQuery, GiftEventRow } from '@kaibo/contract/income/income.schema.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'

type Q = Queryable<Tables>
type Query = z.output<typeof GiftEventQuery>

/** Whose events a list shows, and how many there are: the rollups know, so nothing is counted. */
export interface Source {
  run_id?: string
  room_id?: string
  total: number
}

const sumOfEvents = sql<number>`coalesce(sum(event_count), 0)`.as('total')

interface OfScope {
  /** The one organisation that is seen; absent for all. */
  org: string | undefined
}

const totalOfAll = compileOnce((q: Q, _: null, { org }: Places<OfScope>) =>
  q
    .selectFrom('account_day')
    .select(sumOfEvents)
    .where((eb) => eb.and({ org_id: org })),
)

export async function sourceOf(q: Q, scope: Scope, query: Query): Promise<Source> {
  if (query.run_id) return (await runSource(q, scope, query)) ?? { total: 0 }
  if (query.room_code) return (await roomSource(q, scope, query.room_code)) ?? { total: 0 }
  const [all] = await totalOfAll(q, null, { org: orgOfScope(scope) })
  return { total: all?.total ?? 0 }
}

function runSource(q: Q, scope: Scope, { run_id = '', room_code }: Query) {
  const org = orgOfScope(scope)
  return q
    .selectFrom('run')
    .select(['run_id', 'event_count as total'])
    .where('run_id', '=', run_id)
    .where((eb) => eb.and({ org_id: org, room_code }))
    .executeTakeFirst()
}

async function roomSource(q: Q, scope: Scope, room_code: string): Promise<Source | undefined> {
  const room = await q
    .selectFrom('room')
    .select('id')
    .where('room_code', '=', room_code)
    .executeTakeFirst()
  if (!room) return undefined
  const org = orgOfScope(scope)
  const { total } = await q
    .selectFrom('room_day')
    .select(sumOfEvents)
    .where('room_id', '=', room.id)
    .where((eb) => eb.and({ org_id: org }))
    .executeTakeFirstOrThrow()
  return { room_id: room.id, total }
}

const COLUMNS = [
  'id',
  'source',
  'event_id',
  'kind',
  'run_id',
  'room_code',
  'open_id',
  'nickname',
  'gift_id',
  'gift_name',
  'count',
  'raw_unit',
  'raw_value',
  'fen',
  'is_test',
  'is_ai',
  'at',
  'received_at',
] as const

interface PagePlace extends OfScope {
  run_id: string | undefined
  room_id: string | undefined
  limit: number
  offset: number
}

/** Newest first: by when it happened in a room or run, by when it was stored over all of them. */
const eventPage = compileOnce(
  (q: Q, _: null, { org, run_id, room_id, limit, offset }: Places<PagePlace>) =>
    q
      .selectFrom('gift_event')
      .select(COLUMNS)
      .where((eb) => eb.and({ org_id: org, run_id, room_id }))
      .$if((run_id ?? room_id) !== undefined, (some) => some.orderBy('at', 'desc'))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .$narrowType<Pick<GiftEventRow, 'is_test' | 'is_ai'>>(),
)

export const giftEventPage = (
  q: Q,
  scope: Scope,
  { run_id, room_id }: Source,
  { page, page_size }: Query,
) =>
  eventPage(q, null, {
    org: orgOfScope(scope),
    run_id,
    room_id,
    limit: page_size,
    offset: (page - 1) * page_size,
  })
