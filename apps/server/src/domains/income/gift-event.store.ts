import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import {
  after,
  capped,
  COUNTED,
  countOf,
  offsetOf,
  pageFrom,
  placeAt,
  readPage,
} from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import type { Tables } from '#migrations/tables.ts'
import type { GiftEventQuery, GiftEventRow } from '@kaibo/contract/income/income.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { isLate } from '@kaibo/contract/live/event.ts'
import type { EndlessPage } from '@kaibo/contract/kernel/page.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
type Query = z.output<typeof GiftEventQuery>

/** The run or room that a list is about, and its total, which comes from the rollups instead of being counted. */
export interface Source extends Pick<EndlessPage<unknown>, 'total' | 'total_capped'> {
  run_id?: string
  room_id?: string
}

const NOTHING: Source = { total: 0, total_capped: false }

interface OfScope {
  /** The organisation of the scope; absent for a scope of all. */
  org: string | undefined
}

const totalOfAll = compileOnce((q: Q, _: null, { org }: Places<OfScope>) =>
  countOf(
    q,
    q
      .selectFrom('gift_event')
      .select('id')
      .where((eb) => eb.and({ org_id: org }))
      .limit(COUNTED),
  ),
)

export async function sourceOf(q: Q, scope: Scope, query: Query): Promise<Source> {
  if (query.run_id) return runSource(q, scope, query)
  if (query.room_code) return roomSource(q, scope, query.room_code)
  const [all] = await totalOfAll(q, null, { org: orgOfScope(scope) })
  return capped(all?.total ?? 0)
}

async function runSource(q: Q, scope: Scope, { run_id = '', room_code }: Query): Promise<Source> {
  const run = await q
    .selectFrom('run')
    .select(['run_id', 'event_count as total'])
    .where('run_id', '=', run_id)
    .where(within(scope, 'org_id'))
    .where((eb) => eb.and({ room_code }))
    .executeTakeFirst()
  return run ? { ...run, total_capped: false } : NOTHING
}

async function roomSource(q: Q, scope: Scope, room_code: string): Promise<Source> {
  const room = await q
    .selectFrom('room')
    .select('id')
    .where('room_code', '=', room_code)
    .executeTakeFirst()
  if (!room) return NOTHING
  const { total } = await q
    .selectFrom('room_day')
    .select(sql<number>`coalesce(sum(event_count), 0)`.as('total'))
    .where('room_id', '=', room.id)
    .where(within(scope, 'org_id'))
    .executeTakeFirstOrThrow()
  return { room_id: room.id, total, total_capped: false }
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
  /** The last row of the page before. */
  at: number | undefined
  id: number | undefined
  limit: number
  offset: number
}

/** Newest first: by when it happened in a room or run, by when it was stored over all of them. */
const eventPage = compileOnce(
  (q: Q, _: null, { org, run_id, room_id, at, id, limit, offset }: Places<PagePlace>) => {
    const order = (run_id ?? room_id) === undefined ? (['id'] as const) : (['at', 'id'] as const)
    const place = id && (at ? [at, id] : [id])
    return order
      .reduce(
        (some, column) => some.orderBy(column, 'desc'),
        q
          .selectFrom('gift_event')
          .select(COLUMNS)
          .where((eb) => eb.and({ org_id: org, run_id, room_id }))
          .where(after(order, 'desc', place)),
      )
      .limit(limit)
      .offset(offset)
  },
)

export async function giftEventPage(
  db: Db<Tables>,
  scope: Scope,
  { run_id, room_id }: Source,
  query: Query,
  patience: Patience,
) {
  const isByTime = (run_id ?? room_id) !== undefined
  const [at, id] = isByTime
    ? (placeAt(query.cursor, [0, 0]) ?? [])
    : [undefined, ...(placeAt(query.cursor, [0]) ?? [])]
  const found = await readPage(
    db,
    eventPage.query(db.query, null, {
      org: orgOfScope(scope),
      run_id,
      room_id,
      at,
      id,
      limit: query.page_size + 1,
      offset: offsetOf(query),
    }),
    query,
    patience,
  )
  return pageFrom(found, query, {
    placeOf: ({ at, id }) => (isByTime ? [at, id] : [id]),
    rowOf: ({ id, ...event }): GiftEventRow => ({
      ...event,
      id: String(id),
      is_late: isLate(event.at, event.received_at) ? IsOrNot.is : IsOrNot.not,
    }),
  })
}
