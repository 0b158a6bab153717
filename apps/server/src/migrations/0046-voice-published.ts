import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns } from './schema.ts'

/** Which file of a resource stands at a voice server, also while its next revision is on its way. */
export const up = (db: Kysely<unknown>, _dialect: Dialect): Promise<void> =>
  addColumns(db, 'voice_publish', { upload_id: 'maybeText', sha256: 'maybeText' })
