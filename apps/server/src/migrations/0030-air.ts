import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  room_insert: {
    text: 'id key created_by room_id org_id text position status',
    maybeText: 'run_id detail',
    int: 'at expires_at updated_at',
    primary: 'id',
    unique: { room_insert_key: 'created_by key' },
    index: { room_insert_room: 'room_id at', room_insert_open: 'status expires_at' },
  },
}

/** What a person has a room say, and whether it is muted. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await addColumns(db, 'room', { muted: 'maybeInt' })
  await createTables(db, dialect, tables)
}
