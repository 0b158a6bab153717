import { sql, type Transaction } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Tables } from '#migrations/tables.ts'
import { outcomeOfEvent, outcomeOfGift } from './clash.ts'
import type { EventOutcome, KeptEvent, BookedGift } from './clash.ts'
import type { GiftEvent, RoomEvent } from './rows.ts'

type Trx = Transaction<Tables>
type Ids = readonly (number | undefined)[]

/** The unique key of an event. */
export type Named = Pick<GiftEvent | RoomEvent, 'org_id' | 'source' | 'event_id'>

const nameOf = ({ org_id, source, event_id }: Named) => `${org_id} ${source} ${event_id}`

/** The outcome of each gift that was to be appended. A gift without an id was not appended: its identifier was stored before. */
export const outcomesOfGifts = (
  trx: Trx,
  gifts: readonly GiftEvent[],
  ids: Ids,
): Promise<EventOutcome[]> =>
  outcomes<GiftEvent, BookedGift & Named>(gifts, ids, outcomeOfGift, (org_id, source, event_ids) =>
    trx
      .selectFrom('gift_event')
      .select(['org_id', 'source', 'event_id', 'account_id', 'kind', 'fen', 'count', 'gift_id'])
      .select(['is_ai', 'is_test'])
      .where('org_id', '=', org_id)
      .where('source', '=', source)
      .where('event_id', 'in', event_ids)
      .execute(),
  )

export const outcomesOfEvents = (
  trx: Trx,
  events: readonly RoomEvent[],
  ids: Ids,
): Promise<EventOutcome[]> =>
  outcomes<RoomEvent, KeptEvent & Named>(events, ids, outcomeOfEvent, (org_id, source, event_ids) =>
    trx
      .selectFrom('room_event')
      .select(['org_id', 'source', 'event_id', 'room_id'])
      .where('org_id', '=', org_id)
      .where('source', '=', source)
      .where('event_id', 'in', event_ids)
      .execute(),
  )

async function outcomes<Row extends Named, Booked extends Named>(
  rows: readonly Row[],
  ids: Ids,
  outcomeOf: (row: Row, booked: Booked | undefined) => EventOutcome,
  read: (org_id: string, source: string, event_ids: string[]) => Promise<Booked[]>,
): Promise<EventOutcome[]> {
  const known = rows.filter((_, i) => ids[i] === undefined)
  const booked = new Map<string, Booked>()
  for (const { org_id, source, some } of bySource(known)) {
    const event_ids = some.map((row) => row.event_id)
    for (const row of await read(org_id, source, event_ids)) booked.set(nameOf(row), row)
  }
  return rows.map((row, i) =>
    ids[i] === undefined ? outcomeOf(row, booked.get(nameOf(row))) : 'new',
  )
}

/** The rows whose identifier is in the other table already. Called for every event, so it takes one statement a source. */
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

/** Groups rows by organisation and source, the first columns of the unique index; most batches have one group. */
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
