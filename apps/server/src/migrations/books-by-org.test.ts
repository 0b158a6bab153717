import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { throwawayDatabase, type ThrowawayDatabase } from '@kaibo/testkit/boot.database.ts'
import { reconcile } from '@kaibo/testkit/ledger.ts'
import type { Db } from '#platform/db/db.ts'
import { openDb } from '#platform/db/open.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

const BEFORE = '0005-account-runs'
/** 2026-03-02 10:00 in Shanghai. */
const AT = 1_772_416_800_000
const DAY = '2026-03-02'

let database: ThrowawayDatabase
let db: Db<Tables>
/** The tables as they were: no longer those of the types. */
let old: Kysely<Record<string, Record<string, unknown>>>

beforeEach(async () => {
  database = await throwawayDatabase({ empty: true })
  db = openDb<Tables>({ url: database.url, file: `${database.dataDir}/kaibo.db` })
  old = db.query as unknown as typeof old
  await migrate(db, BEFORE)
})
afterEach(async () => {
  await db.close()
  await database.remove()
})

async function addRoom(id: string, org_id: string) {
  const stamp = { created_at: AT, updated_at: AT, version: 1 }
  const state = { state: 'idle', state_since: AT, desired_run: 0, stop_mode: 'now' }
  const room = { id, room_code: id, name: id, org_id, account_id: 'account', actor: '' }
  await old
    .insertInto('room')
    .values({ ...room, ...state, ...stamp, rules_json: '[]', mode: 1, is_demo: 0 })
    .execute()
}

async function addGift(event_id: string, room_id: string, org_id: string, fen: number, at = AT) {
  const where = { room_id, account_id: 'account', org_id, run_id: null }
  const event = { source: 'bilibili', event_id, kind: 'gift', ...where, room_code: room_id }
  const viewer = { open_id: 'viewer', nickname: '观众' }
  const gift = { gift_id: 'g', gift_name: '花', count: 2, raw_unit: '分', raw_value: fen, fen }
  const is = { is_ai: 0, is_test: 0, at, received_at: at }
  const { id } = await old
    .insertInto('gift_event')
    .values({ ...event, ...viewer, ...gift, ...is })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (fen === 0) return
  const entry = { kind: 'gift', ref_id: id, ...where, open_id: 'viewer', fen, count: 2, at }
  await old
    .insertInto('ledger_entry')
    .values({ ...entry, day: DAY, rule_version: 1 })
    .execute()
  const minute = { room_id, minute: Math.floor(at / 60_000), fen }
  await old
    .insertInto('room_minute')
    .values(minute)
    .onConflict((on) =>
      on.columns(['room_id', 'minute']).doUpdateSet({ fen: sql`room_minute.fen + ${fen}` }),
    )
    .execute()
}

const addMessage = (event_id: string, room_id: string) =>
  old
    .insertInto('room_event')
    .values({
      source: 'bilibili',
      event_id,
      kind: 'danmu',
      room_id,
      open_id: 'viewer',
      nickname: '观众',
      count: 1,
      is_ai: 0,
      is_test: 0,
      at: AT,
      received_at: AT,
    })
    .execute()

const daysOf = (table: 'account_day' | 'room_day') =>
  db.query
    .selectFrom(table)
    .select(['org_id', 'day', 'fen', 'count', 'event_count'])
    .orderBy('org_id')
    .execute()

test('sums of an account that has moved are parted by whose they were', async () => {
  await addRoom('one', 'guild-1')
  await addRoom('two', 'guild-2')
  await addGift('a', 'one', 'guild-1', 100)
  await addGift('b', 'two', 'guild-2', 30)
  await addGift('c', 'two', 'guild-2', 0)
  // As they stood: one row a day, of the organisation that came first.
  const day = { day: DAY, fen: 130, count: 4, event_count: 3 }
  await old
    .insertInto('account_day')
    .values({ ...day, account_id: 'account', org_id: 'guild-1' })
    .execute()
  await migrate(db)
  expect(await daysOf('account_day')).toEqual([
    { org_id: 'guild-1', day: DAY, fen: 100, count: 2, event_count: 1 },
    { org_id: 'guild-2', day: DAY, fen: 30, count: 2, event_count: 2 },
  ])
  expect(await daysOf('room_day')).toEqual(await daysOf('account_day'))
  expect(await reconcile(db)).toEqual([])
})

test('an event of before is known, and only within its organisation', async () => {
  await addRoom('one', 'guild-1')
  await addRoom('two', 'guild-2')
  await addGift('x', 'one', 'guild-1', 100)
  await addMessage('m', 'one')
  await migrate(db)
  const gift = await db.query.selectFrom('gift_event').selectAll().executeTakeFirstOrThrow()
  const { id: _, ...again } = gift
  const message = await db.query.selectFrom('room_event').selectAll().executeTakeFirstOrThrow()
  expect(message).toMatchObject({ org_id: 'guild-1', event_id: 'm' })
  const { id: __, ...said } = message
  const add = (org_id: string) => [
    db.query
      .insertInto('gift_event')
      .values({ ...again, org_id })
      .execute(),
    db.query
      .insertInto('room_event')
      .values({ ...said, org_id })
      .execute(),
  ]
  for (const adding of add('guild-1')) await expect(adding).rejects.toThrow(/unique/i)
  await Promise.all(add('guild-2'))
})

test('a step that breaks off leaves nothing behind, and can be run again', async () => {
  await addRoom('one', 'guild-1')
  await addGift('a', 'one', 'guild-1', 100)
  const inTheWay = db.query.schema.createIndex('run_unsent').on('run').column('day')
  await inTheWay.execute()
  await expect(migrate(db)).rejects.toThrow('run_unsent')
  await db.query.schema.dropIndex('run_unsent').execute()
  await migrate(db)
  expect(await daysOf('account_day')).toMatchObject([{ org_id: 'guild-1', fen: 100 }])
})
