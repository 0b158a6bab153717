import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  game_round: {
    text: 'room_id run_id org_id game_id round_id camps_json',
    maybeText: 'winner',
    int: 'seq started_at',
    maybeInt: 'ended_at end_status',
    primary: 'room_id run_id seq',
    index: {
      game_round_room: 'room_id started_at',
      game_round_game: 'game_id started_at',
      game_round_at: 'started_at',
    },
  },
  round_player: {
    text: 'room_id run_id open_id nickname',
    maybeText: 'camp',
    int: 'seq place at',
    real: 'score',
    primary: 'room_id run_id seq open_id',
    index: { round_player_at: 'at' },
  },
  game_cmd: {
    text: 'room_id cmd_id run_id org_id game_id cause state detail name args_json',
    maybeText: 'event_id open_id nickname gift made_good_by',
    int: 'count value_fen is_ai is_test queued_at at',
    maybeInt: 'round_seq made_good_at',
    primary: 'room_id cmd_id',
    index: {
      game_cmd_room: 'room_id at',
      game_cmd_game: 'game_id at',
      game_cmd_at: 'at',
    },
  },
}

/** What games beside the PCs played, and what became of what they were told. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'room_event', { data_json: 'maybeText' })
  await addColumns(db, 'command', { data_json: 'maybeText' })
}
