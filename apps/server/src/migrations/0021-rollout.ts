import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  rule_canary: {
    text: 'rule_id room_id',
    maybeText: 'fault',
    int: 'v',
    primary: 'rule_id room_id',
  },
  rule_rollout: {
    serial: 'id',
    text: 'rule_id act',
    maybeText: 'by',
    int: 'v at',
    maybeInt: 'from_v',
    index: { rule_rollout_rule: 'rule_id at' },
  },
  rule_minute: {
    text: 'set_id room_id node_id outcome',
    int: 'minute v n',
    primary: 'set_id minute room_id node_id v outcome',
    index: { rule_minute_minute: 'minute' },
  },
  rule_hour: {
    text: 'set_id node_id outcome',
    int: 'hour v n',
    primary: 'set_id hour node_id v outcome',
    index: { rule_hour_hour: 'hour' },
  },
}

/** What decisions are looked for by, in the order in which they are listed; the last three for what keeps them. */
const INDEXES = [
  ['trigger_log_room_set', ['room_id', 'set_id', 'at']],
  ['trigger_log_room_node', ['room_id', 'node_id', 'at']],
  ['trigger_log_room_event', ['room_id', 'event_key', 'at']],
  ['trigger_log_room_user', ['room_id', 'open_id', 'at']],
  ['trigger_log_class', ['set_id', 'node_id', 'outcome', 'at']],
  ['trigger_log_outcome', ['outcome', 'at']],
] as const

/** Versions that are tried in a few rooms first, what rules did in them, and decisions that say what they were made of. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'talk_rule', {
    canary_v: 'maybeInt',
    canary_at: 'maybeInt',
    withdrawn_v: 'maybeInt',
  })
  await addColumns(db, 'rule_version', {
    hash: 'maybeText',
    diff_json: 'maybeText',
    why: 'maybeText',
    why_en: 'maybeText',
  })
  await addColumns(db, 'trigger_log', {
    v: 'maybeInt',
    open_id: 'maybeText',
    opened: 'maybeText',
    effects_json: 'maybeText',
    vars_json: 'maybeText',
    prior_json: 'maybeText',
  })
  for (const [index, columns] of INDEXES)
    await db.schema
      .createIndex(index)
      .on('trigger_log')
      .columns([...columns])
      .execute()
  await sql`
    create index trigger_log_traced on trigger_log (at) where trace_json is not null`.execute(db)
}
