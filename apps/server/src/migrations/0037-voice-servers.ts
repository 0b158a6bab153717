import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  voice_server: {
    key: 'server_id',
    stamped: true,
    text: 'name provider base_url model format publish_url',
    maybeText: 'api_key_sealed',
    int: 'ports swap builtin enabled is_demo',
    unique: { voice_server_name: 'name' },
  },
  voice_on_server: {
    text: 'voice_id server_id',
    primary: 'voice_id server_id',
    index: { voice_on_server_server: 'server_id voice_id' },
  },
  voice_port: {
    key: 'port_id',
    text: 'server_id state',
    maybeText: 'voice_id job why held_by',
    int: 'number job_until since_at tried_at',
    count: 'errors error_since_at',
    unique: { voice_port_number: 'server_id number' },
  },
  voice_wait: {
    text: 'wait_id port_id',
    int: 'until',
    primary: 'wait_id',
    index: { voice_wait_port: 'port_id until' },
  },
  voice_binding: {
    key: 'room_id',
    text: 'port_id voice_id',
    int: 'at',
    index: { voice_binding_port: 'port_id' },
  },
  voice_port_hour: {
    text: 'port_id firsts_json',
    int: 'hour',
    count: 'count errors busy_ms hits borrowed',
    primary: 'port_id hour',
    index: { voice_port_hour_hour: 'hour' },
  },
  voice_test: {
    key: 'test_id',
    text: 'type created_by',
    int: 'bytes at',
    index: { voice_test_at: 'at' },
  },
}

/** What voices are spoken by: servers, and of each as many syntheses at once as it has ports. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await sql`
    insert into voice_server (server_id, name, provider, base_url, model, format, publish_url, ports, swap, builtin, enabled, is_demo, version, created_at, updated_at)
    values ('builtin:embedded', '内置语音', 'embedded', '', '', 'wav', '', 2, 0, 1, 1, 0, 1, 0, 0)`.execute(
    db,
  )
  for (const number of [1, 2])
    await sql`
      insert into voice_port (port_id, server_id, number, state, job_until, since_at, tried_at)
      values (${`builtin:embedded-${number}`}, 'builtin:embedded', ${number}, 'idle', 0, 0, 0)`.execute(
      db,
    )
  await sql`
    insert into voice_on_server (voice_id, server_id)
    select voice_id, 'builtin:embedded' from voice where provider = 'embedded'`.execute(db)
}
