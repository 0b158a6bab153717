import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import type { Tables } from './tables.ts'
import { addColumns } from './schema.ts'

/** What archives of models say of how they may be used, and which of them somebody has accepted; whoever added one before said so then. */
export async function up(db: Kysely<unknown>, _dialect: Dialect): Promise<void> {
  await addColumns(db, 'voice_resource', { licence_json: 'maybeText', accepted_sha256: 'text' })
  await (db as Kysely<Tables>)
    .updateTable('voice_resource')
    .set((is) => ({ accepted_sha256: is.ref('sha256') }))
    .where('kind', '=', 'model')
    .execute()
}
