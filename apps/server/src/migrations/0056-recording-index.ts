import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns } from './schema.ts'

const GONE = ['head_id', 'head_pieces', 'head_bytes', 'cut_bytes', 'end_bytes']

/**
 * Recordings are read as their pieces come, so that none has to be read whole when it is opened. The heads that were kept of those of
 * before, some kilobytes each, stay under `head/`: nothing names them any more, and a storage cannot be asked what is in it.
 */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  for (const column of GONE) await db.schema.alterTable('recording').dropColumn(column).execute()
  await addColumns(db, 'recording', { reader: 'text', read_pieces: 'count' })
  await addColumns(db, 'recording_piece', { whole_to: 'count', ms: 'count', cues_json: 'text' })
}
