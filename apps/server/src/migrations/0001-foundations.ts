import type { Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { createTables, type Table } from './schema.ts'

/** Everything of the main job: people, rooms, PCs, runs, the ledger and the timeline. */
const tables: Record<string, Table> = {
  setting: {
    key: 'key',
    text: 'value',
  },
  org: {
    key: 'id',
    stamped: true,
    text: 'name',
    int: 'enabled is_demo',
    unique: { org_name: 'name' },
  },
  account_group: {
    key: 'id',
    stamped: true,
    text: 'name kind scope actions_json',
    int: 'single_login otp_required enabled built_in',
  },
  account: {
    key: 'uid',
    stamped: true,
    text: 'username nickname phone password_hash area',
    maybeText: 'avatar org_id last_ip',
    int: 'status is_gs is_demo',
    maybeInt: 'expire_at last_login_at',
    unique: { account_username: 'username' },
  },
  account_group_member: {
    text: 'uid group_id',
    primary: 'uid group_id',
  },
  session: {
    key: 'id',
    text: 'token_hash uid ip user_agent',
    maybeText: 'ended',
    int: 'created_at last_seen_at',
    maybeInt: 'ended_at',
    unique: { session_token: 'token_hash' },
    index: { session_uid: 'uid ended_at' },
  },
  audit: {
    serial: 'seq',
    text: 'uid username action target ip request_id input_json prev_hash hash',
    maybeText: 'before_json after_json reason',
    int: 'at',
    // Two servers that append at once must not both follow the same row.
    unique: { audit_chain: 'prev_hash' },
  },
  live_account: {
    key: 'account_id',
    stamped: true,
    text:
      'platform nickname platform_uid platform_room_id room_url org_id area phone push_key ' +
      'push_secret_sealed',
    maybeText: 'credentials_sealed',
    int: 'enabled is_demo',
    unique: { live_account_push: 'push_key' },
    index: { live_account_org: 'org_id created_at' },
  },
  pc: {
    key: 'id',
    stamped: true,
    text: 'name org_id',
    maybeText: 'public_key agent_version facts_json metrics_json boot_id',
    int: 'online is_demo',
    maybeInt: 'enrolled_at last_seen_at skew_ms',
    unique: { pc_name: 'org_id name' },
  },
  pc_enrol_code: {
    key: 'code_hash',
    text: 'pc_id created_by',
    int: 'expires_at',
    maybeInt: 'used_at',
  },
  spool: {
    key: 'spool_id',
    text: 'pc_id',
    int: 'acked_seq updated_at',
  },
  room: {
    key: 'id',
    stamped: true,
    text: 'room_code name org_id account_id actor rules_json state stop_mode',
    maybeText: 'pc_id run_id reported_json sentence last_error',
    int: 'mode state_since desired_run is_demo',
    maybeInt: 'reported_at sentence_at deleted_at',
    unique: { room_code: 'room_code' },
    index: { room_account: 'account_id', room_org: 'org_id created_at', room_pc: 'pc_id' },
  },
  run: {
    key: 'run_id',
    text: 'room_id room_code room_name account_id org_id day',
    maybeText: 'pc_id end_cause stop_reason started_by',
    int: 'mode started_at is_demo',
    maybeInt: 'living_at ended_at',
    count: 'gift_fen gift_count event_count payers danmu viewers likes follows',
    index: {
      run_day: 'day started_at',
      run_org: 'org_id day started_at',
      run_room: 'room_id started_at',
    },
  },
  gift_event: {
    serial: 'id',
    text:
      'source event_id kind room_id room_code account_id org_id open_id nickname ' +
      'gift_id gift_name raw_unit',
    maybeText: 'run_id raw_json',
    int: 'count fen is_ai is_test at received_at',
    real: 'raw_value',
    unique: { gift_event_once: 'source event_id' },
    index: { gift_event_room: 'room_id at', gift_event_run: 'run_id at' },
  },
  ledger_entry: {
    serial: 'id',
    text: 'kind room_id account_id org_id open_id day',
    maybeText: 'run_id',
    int: 'ref_id fen count at rule_version',
    unique: { ledger_entry_once: 'ref_id kind' },
  },
  account_day: {
    text: 'account_id day org_id',
    count: 'fen count event_count',
    primary: 'account_id day',
  },
  room_day: {
    text: 'room_id day org_id',
    count: 'fen count event_count',
    primary: 'room_id day',
  },
  room_minute: {
    text: 'room_id',
    int: 'minute',
    count: 'fen',
    primary: 'room_id minute',
  },
  run_viewer: {
    text: 'run_id open_id',
    count: 'paid',
    primary: 'run_id open_id',
  },
  room_event: {
    serial: 'id',
    text: 'source event_id kind room_id open_id nickname',
    maybeText: 'run_id text',
    int: 'count is_ai is_test at received_at',
    unique: { room_event_once: 'source event_id' },
    index: { room_event_room: 'room_id at' },
  },
  room_moment: {
    serial: 'id',
    text: 'key room_id kind tag text',
    maybeText: 'run_id event_id data_json',
    int: 'at',
    unique: { room_moment_once: 'key' },
    index: { room_moment_room: 'room_id at' },
  },
  trigger_log: {
    serial: 'id',
    text: 'key room_id event_id event_key set_id node_id node_name outcome',
    maybeText: 'run_id text trace_json',
    int: 'at',
    unique: { trigger_log_once: 'key' },
    index: { trigger_log_room: 'room_id at' },
  },
  command: {
    key: 'id',
    text: 'pc_id room_id name state created_by',
    maybeText: 'detail',
    int: 'deliver_by created_at updated_at',
    index: { command_pc: 'pc_id state' },
  },
}

export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  // One account for a platform's user and one for its room, where they are known.
  for (const column of ['platform_uid', 'platform_room_id']) {
    await db.schema
      .createIndex(`live_account_${column}`)
      .on('live_account')
      .columns(['platform', column])
      .unique()
      .where(column, '<>', '')
      .execute()
  }
}
