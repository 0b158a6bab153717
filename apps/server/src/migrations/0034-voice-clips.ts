import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  voice_clip: {
    key: 'hash',
    text: 'state blob_id',
    maybeText: 'marks_json',
    int: 'lease_until bytes ms made_at last_used_at pinned_until',
    index: { voice_clip_used: 'last_used_at' },
  },
}

/** What was said once, to be said again. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
