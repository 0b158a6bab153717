import { sql, type Kysely } from 'kysely'
import type { Dialect } from '#platform/db/db.ts'
import { addColumns, createTables, type Table } from './schema.ts'

const tables: Record<string, Table> = {
  account_move: {
    text: 'account_id org_id',
    int: 'from_at',
    primary: 'account_id from_at',
  },
  sms_gateway: {
    key: 'id',
    stamped: true,
    text: 'name org_id phone phone_key secret_sealed',
    int: 'enabled is_demo',
    maybeInt: 'last_at',
    unique: { sms_gateway_phone: 'org_id phone_key' },
    index: { sms_gateway_org: 'org_id created_at' },
  },
  sms_message: {
    key: 'sms_id',
    text: 'gateway_id ext_id org_id phone phone_key sender content',
    maybeText: 'code account_id',
    int: 'received_at stored_at',
    unique: { sms_message_once: 'gateway_id ext_id' },
    index: {
      sms_message_at: 'received_at sms_id',
      sms_message_org: 'org_id received_at sms_id',
      sms_message_account: 'account_id received_at sms_id',
      sms_message_phone: 'phone_key received_at sms_id',
    },
  },
  sms_seen: {
    text: 'sms_id uid',
    int: 'at',
    primary: 'sms_id uid',
    index: { sms_seen_at: 'at' },
  },
  lottery_draw: {
    key: 'draw_id',
    text: 'run_id room_id org_id account_id prize condition word seed_hash entrants_json winners_json',
    maybeText: 'seed',
    int: 'number winners opened_at closes_at',
    maybeInt: 'drawn_at',
    unique: { lottery_draw_once: 'run_id number' },
    index: { lottery_draw_room: 'room_id opened_at draw_id', lottery_draw_at: 'opened_at' },
  },
}

/** Live accounts that are edited and deleted, the text messages to their phones, and their draws among viewers. */
export async function up(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  await createTables(db, dialect, tables)
  await addColumns(db, 'live_account', {
    tag: 'text',
    lottery_json: 'maybeText',
    deleted_at: 'maybeInt',
  })
  // The numbers of a deleted account are free again.
  for (const column of ['platform_uid', 'platform_room_id']) {
    await db.schema.dropIndex(`live_account_${column}`).execute()
    await db.schema
      .createIndex(`live_account_${column}`)
      .on('live_account')
      .columns(['platform', column])
      .unique()
      .where(sql.ref(column), '<>', '')
      .where(sql.ref('deleted_at'), 'is', null)
      .execute()
  }
}
