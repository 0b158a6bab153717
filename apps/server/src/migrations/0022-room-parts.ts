import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** What of a part is no binding of a rule set: when a room speaks of its own accord, and its questions. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  addColumns(db, 'room_part', { value_json: 'maybeText' })
