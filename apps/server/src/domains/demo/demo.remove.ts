import { sql } from 'kysely'
import { about, asIs, words } from '@kaibo/contract/kernel/words.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Db, Queryable } from '#platform/db/db.ts'
import { conflict } from '#platform/fault.ts'
import * as store from './demo.store.ts'

type Q = Queryable<Tables>

export interface Removed {
  rooms: number
  runs: number
  gift_events: number
}

/**
 * Removes the whole demonstration or nothing, and marks it so that no start loads it again. Refused, with the
 * names, if real records depend on it. Audit rows about it stay.
 */
export const removeDemo = (db: Db<Tables>): Promise<Removed> =>
  db.transaction(async (trx) => {
    const real = await realOnesIn(trx)
    if (real.length > 0) {
      throw conflict(
        about(
          words(
            '演示公会里有正式数据，请先移到别的公会或删除',
            'Real data stands in the demonstration; move it to another guild or delete it first',
          ),
          asIs(real.join('、')),
        ),
      )
    }
    const removed = await removeRows(trx)
    await store.setState(trx, 'removed')
    return removed
  })

const orgs = (q: Q) => q.selectFrom('org').select('id').where('is_demo', '=', 1)
const accounts = (q: Q) =>
  q.selectFrom('live_account').select('account_id').where('is_demo', '=', 1)
const gateways = (q: Q) => q.selectFrom('sms_gateway').select('id').where('is_demo', '=', 1)
const messages = (q: Q) =>
  q.selectFrom('sms_message').select('sms_id').where('org_id', 'in', orgs(q))
const pcs = (q: Q) => q.selectFrom('pc').select('id').where('is_demo', '=', 1)
const rooms = (q: Q) => q.selectFrom('room').select('id').where('is_demo', '=', 1)
const rules = (q: Q) => q.selectFrom('talk_rule').select('rule_id').where('is_demo', '=', 1)
const games = (q: Q) => q.selectFrom('game').select('game_id').where('is_demo', '=', 1)
const runs = (q: Q) => q.selectFrom('run').select('run_id').where('room_id', 'in', rooms(q))

/** Real rooms, live accounts, PCs and people that depend on records of the demonstration. */
async function realOnesIn(q: Q): Promise<string[]> {
  const room = await q
    .selectFrom('room')
    .select('name')
    .where('is_demo', '=', 0)
    .where('deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('org_id', 'in', orgs(q)),
        is('account_id', 'in', accounts(q)),
        is('pc_id', 'in', pcs(q)),
        is('game_id', 'in', games(q)),
      ]),
    )
    .execute()
  const set = await q
    .selectFrom('talk_rule')
    .select('name')
    .where('is_demo', '=', 0)
    .where('game_id', 'in', games(q))
    .execute()
  const account = await q
    .selectFrom('live_account')
    .select('nickname as name')
    .where('is_demo', '=', 0)
    .where('org_id', 'in', orgs(q))
    .execute()
  const pc = await q
    .selectFrom('pc')
    .select('name')
    .where('is_demo', '=', 0)
    .where('org_id', 'in', orgs(q))
    .execute()
  const person = await q
    .selectFrom('account')
    .select('username as name')
    .where('is_demo', '=', 0)
    .where('org_id', 'in', orgs(q))
    .execute()
  return [
    ...room.map(({ name }) => `直播间「${name}」`),
    ...account.map(({ name }) => `直播账号「${name}」`),
    ...pc.map(({ name }) => `PC「${name}」`),
    ...person.map(({ name }) => `账号「${name}」`),
    ...set.map(({ name }) => `规则集「${name}」`),
  ]
}

/**
 * The one place that deletes from the ledger: it may, because the money of demo rooms is made up, and because entries,
 * events and every rollup of a room go together, so that the books still agree afterwards.
 */
export async function removeRows(q: Q): Promise<Removed> {
  const gifts = await q.deleteFrom('gift_event').where('room_id', 'in', rooms(q)).executeTakeFirst()
  for (const table of [
    'ledger_entry',
    'room_event',
    'room_moment',
    'room_insert',
    'plan_firing',
    'plan',
    'trigger_log',
    'rule_minute',
    'word_day',
    'run_tape',
    'round_player',
    'game_round',
    'game_cmd',
    'rule_canary',
    'lottery_draw',
    'room_minute',
    'room_day',
    'income_part',
    'command',
  ] as const) {
    await q.deleteFrom(table).where('room_id', 'in', rooms(q)).execute()
  }
  await q.deleteFrom('account_day').where('account_id', 'in', accounts(q)).execute()
  for (const table of ['run_viewer', 'run_giver'] as const)
    await q.deleteFrom(table).where('run_id', 'in', runs(q)).execute()
  // Their bytes are not in the database: the next clearing of recordings takes them with their rows, as of what is too old
  await q.updateTable('recording').set({ started_at: 0 }).where('room_id', 'in', rooms(q)).execute()
  const ended = await q.deleteFrom('run').where('room_id', 'in', rooms(q)).executeTakeFirst()
  await q.deleteFrom('room_rule').where('room_id', 'in', rooms(q)).execute()
  await q.deleteFrom('room_part').where('room_id', 'in', rooms(q)).execute()
  await q.deleteFrom('rule_hour').where('set_id', 'in', rules(q)).execute()
  for (const table of ['rule_version', 'rule_rollout', 'rule_case', 'rule_replay'] as const)
    await q.deleteFrom(table).where('rule_id', 'in', rules(q)).execute()
  await q.deleteFrom('talk_rule').where('is_demo', '=', 1).execute()
  for (const table of ['game_event', 'game_var'] as const) {
    const key = table === 'game_event' ? 'event_id' : 'var_id'
    const own = sql<string>`select ${sql.ref(key)} from ${sql.table(table)} where is_demo = 1`
    await sql`delete from search_entry where table_name = ${table} and key in (${own})`.execute(q)
  }
  for (const table of ['game_org', 'game_event', 'game_var'] as const)
    await q.deleteFrom(table).where('game_id', 'in', games(q)).execute()
  for (const [table, keys] of [
    ['game', games(q)],
    ['room', rooms(q)],
    ['pc', pcs(q)],
    ['live_account', accounts(q)],
    ['sms_gateway', gateways(q)],
    ['org', orgs(q)],
  ] as const) {
    await q
      .deleteFrom('search_entry')
      .where('table_name', '=', table)
      .where('key', 'in', keys)
      .execute()
  }
  for (const table of ['word', 'word_profile'] as const)
    await q
      .deleteFrom(table)
      .where((is) =>
        is.or([
          is.and([is('scope', '=', 'org'), is('scope_id', 'in', orgs(q))]),
          is.and([is('scope', '=', 'room'), is('scope_id', 'in', rooms(q))]),
        ]),
      )
      .execute()
  const closed = await q.deleteFrom('room').where('is_demo', '=', 1).executeTakeFirst()
  await q.deleteFrom('spool').where('pc_id', 'in', pcs(q)).execute()
  await q.deleteFrom('pc_enrol_code').where('pc_id', 'in', pcs(q)).execute()
  await q.deleteFrom('pc').where('is_demo', '=', 1).execute()
  await q.deleteFrom('account_move').where('account_id', 'in', accounts(q)).execute()
  await q.deleteFrom('sms_seen').where('sms_id', 'in', messages(q)).execute()
  await q.deleteFrom('sms_message').where('org_id', 'in', orgs(q)).execute()
  await q.deleteFrom('sms_gateway').where('is_demo', '=', 1).execute()
  await q.deleteFrom('live_account').where('is_demo', '=', 1).execute()
  await q.deleteFrom('game').where('is_demo', '=', 1).execute()
  await q.deleteFrom('org').where('is_demo', '=', 1).execute()
  return {
    rooms: Number(closed.numDeletedRows),
    runs: Number(ended.numDeletedRows),
    gift_events: Number(gifts.numDeletedRows),
  }
}
