import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** What is owed says how it ends: when its work was done, and what to write where nothing more is heard of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'audit_pending', { finished_at: 'maybeInt', outcome: 'maybeText' })
  // What a server of before left owing was cut off somewhere.
  const owed = db as Kysely<{ audit_pending: { outcome: string | null } }>
  await owed.updateTable('audit_pending').set({ outcome: 'interrupted' }).execute()
}
