import { type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  instance: {
    key: 'id',
    text: 'host version schema_name bus',
    int: 'pid started_at seen_at',
    count: 'agents consoles offset_ms',
    maybeInt: 'ended_at',
    maybeText: 'facts_json',
    index: { instance_seen: 'seen_at' },
  },
  bus_row: {
    text: 'id sender topic payload',
    int: 'part parts at',
    primary: 'id part',
    index: { bus_row_at: 'at' },
  },
  used_once: { key: 'key', int: 'until', index: { used_once_until: 'until' } },
  login_limit: {
    key: 'key',
    text: 'recent_json',
    int: 'strikes locked_until at',
    index: { login_limit_at: 'at' },
  },
}

/** What several servers on one database need of each other: who lives, what was said, what was used, who tried. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'pc', { instance_id: 'maybeText', wake_seq: 'count', link_epoch: 'count' })
  await db.schema
    .createIndex('pc_instance_wake')
    .on('pc')
    .columns(['instance_id', 'wake_seq'])
    .execute()
  await db.schema.createIndex('pc_wake').on('pc').column('wake_seq').execute()
  await addColumns(db, 'room', { unconfirmed_at: 'maybeInt' })
}
