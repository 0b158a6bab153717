import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns } from './schema.ts'

/** When a room's stage was last pictured. */
export const up = (db: Kysely<unknown>, _dialect: Dialect): Promise<void> =>
  addColumns(db, 'room', { thumb_at: 'maybeInt' })
