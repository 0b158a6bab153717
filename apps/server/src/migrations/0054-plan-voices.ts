import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns } from './schema.ts'

/** By which voices the lines of a script are said that have one of their own. */
export const up = (db: Kysely<unknown>, _dialect: Dialect): Promise<void> =>
  addColumns(db, 'plan', { voices_json: 'maybeText' })
