import type { Kysely } from 'kysely'

/** What lists are filtered by, in the order in which they are read; and by when a run ended. */
const INDEXES = [
  ['trigger_log_run', 'trigger_log', ['room_id', 'run_id', 'at']],
  ['trigger_log_outcome', 'trigger_log', ['room_id', 'outcome', 'at']],
  ['room_moment_kind', 'room_moment', ['room_id', 'kind', 'at']],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [index, table, columns] of INDEXES) {
    await db.schema
      .createIndex(index)
      .on(table)
      .columns([...columns])
      .execute()
  }
}
