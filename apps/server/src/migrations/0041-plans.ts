import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  plan: {
    key: 'id',
    stamped: true,
    text: 'room_id org_id name zone weekdays_json start stop_json segments_json script_hash late created_by',
    maybeText: 'date valid_from valid_to key',
    int: 'loop enabled is_demo',
    maybeInt: 'made_until deleted_at',
    unique: { plan_key: 'created_by key' },
    index: { plan_room: 'room_id', plan_script: 'script_hash' },
  },
  plan_firing: {
    key: 'id',
    text: 'plan_id room_id org_id',
    maybeText: 'outcome detail detail_en run_id',
    int: 'due_at end_at status updated_at',
    count: 'tries',
    maybeInt: 'claimed_at first_at retry_at',
    unique: { plan_firing_due: 'plan_id due_at' },
    index: {
      plan_firing_open: 'status due_at',
      plan_firing_room: 'room_id status due_at',
      plan_firing_at: 'due_at',
    },
  },
}

/** When rooms start by themselves, and each time at which one is to. */
export const up = (db: Kysely<unknown>, dialect: Dialect): Promise<void> =>
  createTables(db, dialect, tables)
