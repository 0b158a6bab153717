import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  stage_preview: {
    text: 'hash room_id created_by',
    int: 'at expires_at',
    primary: 'hash',
    index: { stage_preview_room: 'room_id at', stage_preview_expires: 'expires_at' },
  },
}

/** Links by which stages are looked at. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
