import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  recording: {
    key: 'recording_id',
    text: 'room_id org_id run_id',
    int: 'started_at last_at',
    count: 'pieces bytes ms head_pieces head_bytes cut_bytes end_bytes',
    maybeText: 'head_id',
    index: { recording_room: 'room_id started_at', recording_started: 'started_at' },
  },
  recording_piece: {
    text: 'recording_id blob_id',
    int: 'seq bytes',
    primary: 'recording_id seq',
  },
}

/** What stages record of themselves. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
