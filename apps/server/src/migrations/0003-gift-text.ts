import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** What a super chat says, and the newest gifts of one organisation without looking at those of the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'gift_event', { text: 'maybeText' })
  await db.schema.createIndex('gift_event_org').on('gift_event').columns(['org_id', 'id']).execute()
}
