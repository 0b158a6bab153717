import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { dayOfAt } from './0006-books-by-org.ts'
import { createTables, type Table } from './schema.ts'

/** What came in on a day in one run, or outside any: what lists and sums of income add up. */
const parts: Record<string, Table> = {
  income_part: {
    serial: 'id',
    text: 'day run_id room_id account_id org_id',
    count: 'fen count event_count',
    unique: { income_part_once: 'day run_id room_id account_id org_id' },
    index: { income_part_run: 'run_id day' },
  },
}

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, parts)
  const key = sql`coalesce(run_id, '') as run_id, room_id, account_id, org_id`
  await sql`
    insert into income_part (day, run_id, room_id, account_id, org_id, fen, count, event_count)
    select day, run_id, room_id, account_id, org_id, sum(fen), sum(count), sum(events)
    from (
      select day, ${key}, fen, count, 0 as events from ledger_entry
      union all
      select ${dayOfAt(dialect)} as day, ${key}, 0, 0, 1 from gift_event
    ) as booked
    group by day, run_id, room_id, account_id, org_id`.execute(db)
}
