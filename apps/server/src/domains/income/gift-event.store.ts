import type * as z from 'zod/mini'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import { after, offsetOf, pageFrom, placeAt, readPage } from '#platform/db/endless.ts'
import type { Patience } from '#platform/db/report.ts'
import type { Tables } from '#migrations/tables.ts'
import type { GiftEventQuery, GiftEventRow } from '@kaibo/contract/income/income.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { isLate } from '@kaibo/contract/live/event.ts'
import type { Source } from './gift-source.store.ts'

type Q = Queryable<Tables>
type Query = z.output<typeof GiftEventQuery>

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

interface PagePlace {
  org: string | undefined
  run_id: string | undefined
  room_id: string | undefined
  account_id: string | undefined
  from: number | undefined
  to: number | undefined
  /** The last row of the page before. */
  at: number | undefined
  id: number | undefined
  limit: number
  offset: number
}

/** Newest first: by when it happened in a room or run, by when it was stored over all of them. */
const eventPage = compileOnce((q: Q, outside: boolean, page: Places<PagePlace>) => {
  const { org, run_id, room_id, account_id, from, to, at, id, limit, offset } = page
  const order = (run_id ?? room_id) === undefined ? (['id'] as const) : (['at', 'id'] as const)
  const place = id && (at ? [at, id] : [id])
  return order
    .reduce(
      (some, column) => some.orderBy(column, 'desc'),
      q
        .selectFrom('gift_event')
        .select(COLUMNS)
        .where((eb) => eb.and({ org_id: org, run_id, room_id, account_id }))
        .where((eb) =>
          eb.and([
            ...(outside ? [eb('run_id', 'is', null)] : []),
            ...(from ? [eb('at', '>=', from)] : []),
            ...(to ? [eb('at', '<', to)] : []),
          ]),
        )
        .where(after(order, 'desc', place)),
    )
    .limit(limit)
    .offset(offset)
})

export async function giftEventPage(
  db: Db<Tables>,
  { org, run_id, room_id, outside }: Source,
  query: Query,
  patience: Patience,
) {
  const isByTime = (run_id ?? room_id) !== undefined
  const [at, id] = isByTime
    ? (placeAt(query.cursor, [0, 0]) ?? [])
    : [undefined, ...(placeAt(query.cursor, [0]) ?? [])]
  const found = await readPage(
    db,
    eventPage.query(db.query, outside !== undefined, {
      org,
      run_id,
      room_id,
      account_id: outside?.account_id,
      from: outside?.from,
      to: outside?.to,
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
