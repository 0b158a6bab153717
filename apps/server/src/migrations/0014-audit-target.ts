import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** Which record a row is about, by its id: its history is read by it. Null in rows from before, which are never rewritten. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'audit', { target_id: 'maybeText' })
  await db.schema.createIndex('audit_target_id').on('audit').columns(['target_id', 'seq']).execute()
}
