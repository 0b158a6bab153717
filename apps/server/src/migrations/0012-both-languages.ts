import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** What the server says and keeps, in English beside the Chinese; null in rows from before, and where people or PCs said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'room_moment', { text_en: 'maybeText' })
  await addColumns(db, 'room', { last_error_en: 'maybeText' })
  await addColumns(db, 'refused_event', { reason_en: 'maybeText', note_en: 'maybeText' })
}
