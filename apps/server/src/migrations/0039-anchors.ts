import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** Who stands in a room and what is around it: the packs on air, and those of the next start where they are others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'room_part', { live_json: 'maybeText' })
  await addColumns(db, 'room', { scene_hash: 'maybeText', next_scene_hash: 'maybeText' })
}
