import { sql, type Transaction } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { fateOfEvent, fateOfGift } from './clash.ts'
import type { Fate, KeptEvent, BookedGift } from './clash.ts'
import type { GiftEvent, RoomEvent } from './rows.ts'

type Trx = Transaction<Tables>
type Ids = readonly (number | undefined)[]

/** What an event is known by. */
export type Named = Pick<GiftEvent | RoomEvent, 'org_id' | 'source' | 'event_id'>

const nameOf = ({ org_id, source, event_id }: Named) => `${org_id} ${source} ${event_id}`

/** What became of each gift that was to be appended; those without a number were not. */
export const fatesOfGifts = (trx: Trx, gifts: readonly GiftEvent[], ids: Ids): Promise<Fate[]> =>
  fates<GiftEvent, BookedGift & Named>(gifts, ids, fateOfGift, (org_id, source, event_ids) =>
    trx
      .selectFrom('gift_event')
      .select(['org_id', 'source', 'event_id', 'account_id', 'kind', 'fen', 'count', 'gift_id'])
      .select(['is_ai', 'is_test'])
      .where('org_id', '=', org_id)
      .where('source', '=', source)
      .where('event_id', 'in', event_ids)
      .execute(),
  )

export const fatesOfEvents = (trx: Trx, events: readonly RoomEvent[], ids: Ids): Promise<Fate[]> =>
  fates<RoomEvent, KeptEvent & Named>(events, ids, fateOfEvent, (org_id, source, event_ids) =>
    trx
      .selectFrom('room_event')
      .select(['org_id', 'source', 'event_id', 'room_id'])
      .where('org_id', '=', org_id)
      .where('source', '=', source)
      .where('event_id', 'in', event_ids)
      .execute(),
  )

async function fates<Row extends Named, Booked extends Named>(
  rows: readonly Row[],
  ids: Ids,
  fateOf: (row: Row, booked: Booked | undefined) => Fate,
  read: (org_id: string, source: string, event_ids: string[]) => Promise<Booked[]>,
): Promise<Fate[]> {
  const known = rows.filter((_, i) => ids[i] === undefined)
  const booked = new Map<string, Booked>()
  for (const { org_id, source, some } of bySource(known)) {
    const event_ids = some.map((row) => row.event_id)
    for (const row of await read(org_id, source, event_ids)) booked.set(nameOf(row), row)
  }
  return rows.map((row, i) => (ids[i] === undefined ? fateOf(row, booked.get(nameOf(row))) : 'new'))
}

/** The rows whose identifier stands in the other table already. Asked of every event, so in few statements. */
export async function claimedIn<Row extends Named>(
  db: Db<Tables>,
  trx: Trx,
  other: 'gift_event' | 'room_event' | 'refused_event',
  rows: readonly Row[],
): Promise<ReadonlySet<Row>> {
  const claimed = new Set<Row>()
  for (const { org_id, source, some } of bySource(rows)) {
    const asked = JSON.stringify(some.map((row) => row.event_id))
    const each =
      db.dialect === 'sqlite'
        ? sql`json_each(${asked}) as asked`
        : sql`json_array_elements_text(${asked}::json) as asked (value)`
    const found = await sql<{ event_id: string }>`
      select asked.value as event_id from ${each}
      where exists (select 1 from ${sql.table(other)} as there
        where there.org_id = ${org_id} and there.source = ${source}
          and there.event_id = asked.value)`.execute(trx)
    if (found.rows.length === 0) continue
    const ids = new Set(found.rows.map((row) => row.event_id))
    for (const row of some) if (ids.has(row.event_id)) claimed.add(row)
  }
  return claimed
}

interface OfSource<Row> {
  org_id: string
  source: string
  some: Row[]
}

/** Rows by organisation and source, as the unique index has them: most batches are of one sender. */
export function bySource<Row extends Named>(rows: readonly Row[]): Iterable<OfSource<Row>> {
  const groups = new Map<string, OfSource<Row>>()
  let last: OfSource<Row> | undefined
  for (const row of rows) {
    const { org_id, source } = row
    if (last?.org_id !== org_id || last.source !== source) {
      const key = `${org_id} ${source}`
      last = groups.get(key) ?? { org_id, source, some: [] }
      groups.set(key, last)
    }
    last.some.push(row)
  }
  return groups.values()
}
