import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  run_tape: {
    text: 'room_id body',
    maybeText: 'run_id',
    int: 'from_at to_at piece of bytes received_at',
    primary: 'room_id from_at piece',
    index: { run_tape_run: 'run_id from_at', run_tape_received: 'received_at' },
  },
  rule_case: {
    text: 'rule_id list_json',
    maybeText: 'updated_by',
    int: 'version updated_at',
    primary: 'rule_id',
  },
  rule_replay: {
    text: 'job_id rule_id run_id by set_json',
    maybeText: 'result_json fault fault_en',
    int: 'status pct tries created_at updated_at',
    primary: 'job_id',
    index: { rule_replay_status: 'status updated_at' },
  },
}

/** What rooms were told, to be told once more: tapes, replays of them, and cases that rules have to stand. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
