import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** The last alarm of a room, which needs a person for a while. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  addColumns(db, 'room', { alarm: 'maybeText', alarm_en: 'maybeText', alarm_at: 'maybeInt' })
