import { type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables } from './schema.ts'

/** When the books and the audit's chain were last checked, and what was found. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, {
    self_check: { key: 'name', int: 'at ms checked found' },
  })
