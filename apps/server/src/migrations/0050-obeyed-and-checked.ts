import { type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables } from './schema.ts'

/** When the books and the audit's chain were last checked, up to which order a PC does what it is told, and how often it was enrolled. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, {
    self_check: { key: 'name', int: 'at ms checked found' },
  })
  await addColumns(db, 'pc', { obeyed_seq: 'maybeInt', key_no: 'count' })
}
