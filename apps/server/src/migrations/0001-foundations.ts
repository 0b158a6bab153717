import { sql, type CreateTableBuilder, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'

type Table = CreateTableBuilder<string, string>

const text = (table: Table, ...names: string[]) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull()), table)
const maybeText = (table: Table, ...names: string[]) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'text'), table)
const int = (table: Table, ...names: string[]) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'bigint', (c) => c.notNull()), table)
const maybeInt = (table: Table, ...names: string[]) =>
  names.reduce<Table>((t, name) => t.addColumn(name, 'bigint'), table)
const count = (table: Table, ...names: string[]) =>
  names.reduce<Table>(
    (t, name) => t.addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0)),
    table,
  )
const stamped = (table: Table) =>
  maybeText(int(table, 'created_at', 'updated_at'), 'updated_by').addColumn(
    'version',
    'bigint',
    (c) => c.notNull().defaultTo(1),
  )

/** Everything of the main job: people, rooms, PCs, runs, the ledger and the timeline. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const create = (name: string) => db.schema.createTable(name) as unknown as Table
  const serial = (table: Table, name: string) =>
    dialect === 'sqlite'
      ? table.addColumn(name, 'integer', (c) => c.primaryKey().autoIncrement())
      : table.addColumn(name, sql`bigint generated always as identity`, (c) => c.primaryKey())
  const keyed = (name: string, key: string) =>
    create(name).addColumn(key, 'text', (c) => c.primaryKey())
  const index = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).execute()
  const unique = (name: string, table: string, columns: string[]) =>
    db.schema.createIndex(name).on(table).columns(columns).unique().execute()

  await text(keyed('setting', 'key'), 'value').execute()
  await int(text(stamped(keyed('org', 'id')), 'name'), 'enabled', 'is_demo').execute()
  await unique('org_name', 'org', ['name'])
  await int(
    text(stamped(keyed('account_group', 'id')), 'name', 'kind', 'scope', 'actions_json'),
    'single_login',
    'otp_required',
    'enabled',
    'built_in',
  ).execute()
  await maybeInt(
    int(
      maybeText(
        text(
          stamped(keyed('account', 'uid')),
          'username',
          'nickname',
          'phone',
          'password_hash',
          'area',
        ),
        'avatar',
        'org_id',
        'last_ip',
      ),
      'status',
      'is_gs',
      'is_demo',
    ),
    'expire_at',
    'last_login_at',
  ).execute()
  await unique('account_username', 'account', ['username'])
  await text(create('account_group_member'), 'uid', 'group_id')
    .addPrimaryKeyConstraint('account_group_member_pk', ['uid', 'group_id'] as never)
    .execute()
  await maybeInt(
    maybeText(
      int(
        text(keyed('session', 'id'), 'token_hash', 'uid', 'ip', 'user_agent'),
        'created_at',
        'last_seen_at',
      ),
      'ended',
    ),
    'ended_at',
  ).execute()
  await unique('session_token', 'session', ['token_hash'])
  await index('session_uid', 'session', ['uid', 'ended_at'])
  await maybeText(
    text(
      int(serial(create('audit'), 'seq'), 'at'),
      'uid',
      'username',
      'action',
      'target',
      'ip',
      'request_id',
      'input_json',
      'prev_hash',
      'hash',
    ),
    'before_json',
    'after_json',
    'reason',
  ).execute()
  // Two servers that append at once must not both follow the same row.
  await unique('audit_chain', 'audit', ['prev_hash'])

  await int(
    maybeText(
      text(
        stamped(keyed('live_account', 'account_id')),
        'platform',
        'nickname',
        'platform_uid',
        'platform_room_id',
        'room_url',
        'org_id',
        'area',
        'phone',
        'push_key',
        'push_secret_sealed',
      ),
      'credentials_sealed',
    ),
    'enabled',
    'is_demo',
  ).execute()
  await unique('live_account_push', 'live_account', ['push_key'])
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
  await index('live_account_org', 'live_account', ['org_id', 'created_at'])

  await maybeInt(
    int(
      maybeText(
        text(stamped(keyed('pc', 'id')), 'name', 'org_id'),
        'public_key',
        'agent_version',
        'facts_json',
        'metrics_json',
        'boot_id',
      ),
      'online',
      'is_demo',
    ),
    'enrolled_at',
    'last_seen_at',
    'skew_ms',
  ).execute()
  await unique('pc_name', 'pc', ['org_id', 'name'])
  await maybeInt(
    int(text(keyed('pc_enrol_code', 'code_hash'), 'pc_id', 'created_by'), 'expires_at'),
    'used_at',
  ).execute()
  await int(text(keyed('spool', 'spool_id'), 'pc_id'), 'acked_seq', 'updated_at').execute()

  await maybeInt(
    int(
      maybeText(
        text(
          stamped(keyed('room', 'id')),
          'room_code',
          'name',
          'org_id',
          'account_id',
          'actor',
          'rules_json',
          'state',
          'stop_mode',
        ),
        'pc_id',
        'run_id',
        'reported_json',
        'sentence',
        'last_error',
      ),
      'mode',
      'state_since',
      'desired_run',
      'is_demo',
    ),
    'reported_at',
    'sentence_at',
    'deleted_at',
  ).execute()
  await unique('room_code', 'room', ['room_code'])
  await index('room_org', 'room', ['org_id', 'created_at'])
  await index('room_account', 'room', ['account_id'])
  await index('room_pc', 'room', ['pc_id'])

  await count(
    int(
      maybeInt(
        int(
          maybeText(
            text(
              keyed('run', 'run_id'),
              'room_id',
              'room_code',
              'room_name',
              'account_id',
              'org_id',
              'day',
            ),
            'pc_id',
            'end_cause',
            'stop_reason',
            'started_by',
          ),
          'mode',
          'started_at',
        ),
        'living_at',
        'ended_at',
      ),
      'is_demo',
    ),
    'gift_fen',
    'gift_count',
    'event_count',
    'payers',
    'danmu',
    'viewers',
    'likes',
    'follows',
  ).execute()
  await index('run_day', 'run', ['day', 'started_at'])
  await index('run_org', 'run', ['org_id', 'day', 'started_at'])
  await index('run_room', 'run', ['room_id', 'started_at'])

  await maybeText(
    text(
      serial(create('gift_event'), 'id'),
      'source',
      'event_id',
      'kind',
      'room_id',
      'room_code',
      'account_id',
      'org_id',
      'open_id',
      'nickname',
      'gift_id',
      'gift_name',
      'raw_unit',
    ),
    'run_id',
    'raw_json',
  )
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('raw_value', 'double precision', (c) => c.notNull())
    .addColumn('fen', 'bigint', (c) => c.notNull())
    .addColumn('is_ai', 'bigint', (c) => c.notNull())
    .addColumn('is_test', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute()
  await unique('gift_event_once', 'gift_event', ['source', 'event_id'])
  await index('gift_event_room', 'gift_event', ['room_id', 'at'])
  await index('gift_event_run', 'gift_event', ['run_id', 'at'])

  await int(
    maybeText(
      text(
        serial(create('ledger_entry'), 'id'),
        'kind',
        'ref_source',
        'ref_id',
        'room_id',
        'account_id',
        'org_id',
        'open_id',
        'day',
      ),
      'run_id',
    ),
    'fen',
    'count',
    'at',
    'rule_version',
  ).execute()
  await unique('ledger_entry_once', 'ledger_entry', ['kind', 'ref_source', 'ref_id'])

  await count(
    text(create('account_day'), 'account_id', 'day', 'org_id'),
    'fen',
    'count',
    'event_count',
  )
    .addPrimaryKeyConstraint('account_day_pk', ['account_id', 'day'] as never)
    .execute()
  await count(text(create('room_day'), 'room_id', 'day', 'org_id'), 'fen', 'count', 'event_count')
    .addPrimaryKeyConstraint('room_day_pk', ['room_id', 'day'] as never)
    .execute()
  await count(int(text(create('room_minute'), 'room_id'), 'minute'), 'fen')
    .addPrimaryKeyConstraint('room_minute_pk', ['room_id', 'minute'] as never)
    .execute()
  await count(text(create('run_viewer'), 'run_id', 'open_id'), 'paid')
    .addPrimaryKeyConstraint('run_viewer_pk', ['run_id', 'open_id'] as never)
    .execute()

  await int(
    maybeText(
      text(
        serial(create('room_event'), 'id'),
        'source',
        'event_id',
        'kind',
        'room_id',
        'open_id',
        'nickname',
      ),
      'run_id',
      'text',
    ),
    'count',
    'is_ai',
    'is_test',
    'at',
    'received_at',
  ).execute()
  await unique('room_event_once', 'room_event', ['source', 'event_id'])
  await index('room_event_room', 'room_event', ['room_id', 'at'])

  await maybeText(
    int(text(serial(create('room_moment'), 'id'), 'key', 'room_id', 'kind', 'tag', 'text'), 'at'),
    'run_id',
    'event_id',
    'data_json',
  ).execute()
  await unique('room_moment_once', 'room_moment', ['key'])
  await index('room_moment_room', 'room_moment', ['room_id', 'at'])

  await maybeText(
    int(
      text(
        serial(create('trigger_log'), 'id'),
        'key',
        'room_id',
        'event_id',
        'event_key',
        'set_id',
        'node_id',
        'node_name',
        'outcome',
      ),
      'at',
    ),
    'run_id',
    'text',
    'trace_json',
  ).execute()
  await unique('trigger_log_once', 'trigger_log', ['key'])
  await index('trigger_log_room', 'trigger_log', ['room_id', 'at'])

  await int(
    maybeText(
      text(keyed('command', 'id'), 'pc_id', 'room_id', 'name', 'state', 'created_by'),
      'detail',
    ),
    'deliver_by',
    'created_at',
    'updated_at',
  ).execute()
  await index('command_pc', 'command', ['pc_id', 'state'])
}
