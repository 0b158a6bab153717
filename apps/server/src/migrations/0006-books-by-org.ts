import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

/** What happened belongs to an organisation: identifiers are known within it, and a day's sums stay with it. */
const days: Record<string, Table> = {
  account_day: {
    text: 'account_id day org_id',
    count: 'fen count event_count',
    primary: 'account_id day org_id',
  },
  room_day: {
    text: 'room_id day org_id',
    count: 'fen count event_count',
    primary: 'room_id day org_id',
  },
}

const refused: Record<string, Table> = {
  refused_event: {
    serial: 'id',
    text: 'key org_id code reason nickname raw_json state',
    maybeText:
      'room_id run_id account_id pc_id source event_id kind open_id gift_id gift_name decided_by note',
    int: 'received_at seen seen_at',
    maybeInt: 'fen count at decided_at',
    unique: { refused_event_once: 'org_id key' },
    index: {
      refused_event_state: 'state org_id',
      refused_event_room: 'room_id state',
      refused_event_event: 'org_id source event_id',
    },
  },
}

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addColumns(db, 'room_event', { org_id: 'text' })
  await sql`
    update room_event set org_id = room.org_id from room where room.id = room_event.room_id`.execute(
    db,
  )
  for (const table of ['gift_event', 'room_event']) {
    await db.schema.dropIndex(`${table}_once`).execute()
    await db.schema
      .createIndex(`${table}_once`)
      .on(table)
      .columns(['org_id', 'source', 'event_id'])
      .unique()
      .execute()
  }

  for (const [table, id] of [
    ['account_day', 'account_id'],
    ['room_day', 'room_id'],
  ] as const)
    await rebuild(db, dialect, table, id)
  await db.schema.createIndex('account_day_day').on('account_day').columns(['day']).execute()

  await createTables(db, dialect, refused)
  await addColumns(db, 'run', { money_unsent: 'count' })
  await db.schema
    .createIndex('run_unsent')
    .on('run')
    .columns(['pc_id'])
    .where(sql.ref('money_unsent'), '>', 0)
    .execute()
}

/** The key of a table cannot be changed on SQLite: it is made anew, and filled from what it sums. */
async function rebuild(
  db: Kysely<unknown>,
  dialect: Dialect,
  table: 'account_day' | 'room_day',
  id: 'account_id' | 'room_id',
): Promise<void> {
  await db.schema.dropTable(table).execute()
  await createTables(db, dialect, { [table]: days[table] ?? {} })
  const owner = sql.ref(id)
  await sql`
    insert into ${sql.table(table)} (${owner}, day, org_id, fen, count, event_count)
    select ${owner}, day, org_id, sum(fen), sum(count), sum(events)
    from (
      select ${owner}, day, org_id, fen, count, 0 as events from ledger_entry
      union all
      select ${owner}, ${dayOfAt(dialect)}, org_id, 0, 0, 1 from gift_event
    ) as booked
    group by ${owner}, day, org_id`.execute(db)
}

/** The business day in SQL: Asia/Shanghai has been at UTC+8, without summer time, since 1992. */
export const dayOfAt = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? sql`date((at + 28800000) / 1000, 'unixepoch')`
    : sql`to_char(to_timestamp((at + 28800000) / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
