import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** For whom somebody acted: where they are later says nothing of that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'audit', { org_id: 'maybeText' })
}
