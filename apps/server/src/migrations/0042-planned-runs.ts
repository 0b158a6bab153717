import type { Kysely } from 'kysely'
import { addColumns } from './schema.ts'

/** By which plan a run began, and when it ends by itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumns(db, 'run', {
    firing_id: 'maybeText',
    firing_try: 'maybeInt',
    plan_id: 'maybeText',
    stop_json: 'maybeText',
    stop_due_at: 'maybeInt',
  })
  await addColumns(db, 'room', { plans_off: 'maybeInt' })
  // Of two servers that start a room for the same firing, one wins.
  const once = db.schema.createIndex('run_firing').on('run').columns(['firing_id', 'firing_try'])
  await once.unique().execute()
  await db.schema.createIndex('run_stop').on('run').columns(['stop_due_at']).execute()
}
