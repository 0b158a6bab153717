import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** How often the link of a room's stage was renewed: the secret in it is made of this. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  addColumns(db, 'room', { stage_renewed: 'maybeInt' })
