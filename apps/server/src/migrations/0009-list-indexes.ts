import type { Kysely } from 'kysely'

/** What lists are filtered by, in the order in which they are read. A run is of one room, so it is looked for alone. */
const INDEXES = [
  ['trigger_log_run', 'trigger_log', ['run_id', 'at']],
  ['trigger_log_run_outcome', 'trigger_log', ['run_id', 'outcome', 'at']],
  ['trigger_log_room_outcome', 'trigger_log', ['room_id', 'outcome', 'at']],
  ['room_moment_kind', 'room_moment', ['room_id', 'kind', 'at']],
  ['run_code', 'run', ['room_code', 'day', 'started_at']],
  ['account_group_member_group', 'account_group_member', ['group_id', 'uid']],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  // Who is in a group is read from the new one alone.
  await db.schema.dropIndex('account_group_member_group').execute()
  for (const [index, table, columns] of INDEXES) {
    await db.schema
      .createIndex(index)
      .on(table)
      .columns([...columns])
      .execute()
  }
}
