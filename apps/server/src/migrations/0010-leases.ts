import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  job_lease: {
    text: 'job unit',
    maybeText: 'holder error',
    int: 'fence until tries',
    maybeInt: 'last_ok_at',
    primary: 'job unit',
  },
}

/** Background work that one server at a time does, and what its first user, retention, looks for. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'run', { viewers_state: 'count' })
  // The runs whose viewers are still to go; ingest changes neither column.
  await db.schema
    .createIndex('run_viewers_held')
    .on('run')
    .columns(['viewers_state', 'ended_at'])
    .where(sql.ref('viewers_state'), '<', 2)
    .execute()
  await db.schema.createIndex('room_minute_minute').on('room_minute').column('minute').execute()
}
