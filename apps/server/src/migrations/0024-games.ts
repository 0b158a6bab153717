import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  game: {
    key: 'game_id',
    stamped: true,
    text: 'name icon owner_org_id launch_json camps_json commands_json gift_json keyword_json status_json off_json drive_json',
    int: 'type round_max_min enabled is_demo',
    maybeInt: 'auth_expire_at',
    unique: { game_name: 'owner_org_id name' },
  },
  game_org: {
    text: 'game_id org_id',
    primary: 'game_id org_id',
    index: { game_org_org: 'org_id game_id' },
  },
  game_event: {
    key: 'event_id',
    stamped: true,
    text: 'game_id key name payload_json sample_json',
    int: 'notify enabled is_demo',
    unique: { game_event_key: 'game_id key' },
  },
  game_var: {
    key: 'var_id',
    stamped: true,
    text: 'game_id key name how_json',
    int: 'data_type calc is_demo',
    unique: { game_var_key: 'game_id key' },
  },
}

/** Games with their events and variables, the guilds that may use them, and the game of a room and of a back account. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'room', { game_id: 'maybeText' })
  await db.schema.createIndex('room_game').on('room').column('game_id').execute()
  await addColumns(db, 'back_account', { game_id: 'maybeText' })
}
