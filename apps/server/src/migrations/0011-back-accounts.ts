import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  back_account: {
    key: 'id',
    stamped: true,
    text: 'name holder bank account_no_sealed account_no_end account_no_hmac studio_id note',
    int: 'enabled is_demo',
    unique: { back_account_no: 'account_no_hmac' },
    index: { back_account_studio: 'studio_id created_at id' },
  },
}

/** Studios, which are organisations, and the accounts by which they buy back. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'org', { is_studio: 'count' })
}
