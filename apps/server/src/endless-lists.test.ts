import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditApi } from '@kaibo/contract/audit/audit.api.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { TOTAL_CAP, type EndlessPage } from '@kaibo/contract/kernel/page.ts'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import type { Tables } from './migrations/tables.ts'

/* The lists that grow without end, each read to its end in small steps. */

let server: TestServer
let admin: Login
let air: Awaited<ReturnType<typeof buildOnAir>>
const AT = 1_772_000_000_000
const ROWS = 23
/** Three rows share each moment. */
const moment = (n: number) => AT + Math.floor(n / 3)

const decision = (n: number, at = moment(n)): Insertable<Tables['trigger_log']> => ({
  key: `spool/${n}`,
  room_id: air.room.id,
  run_id: n % 2 ? air.run.run_id : 'another',
  at,
  event_id: `e${n}`,
  event_key: 'danmu.message',
  set_id: 's',
  node_id: 'n',
  node_name: '关键词',
  outcome: n % 4 < 2 ? 'FIRED' : 'COND',
  text: null,
  trace_json: null,
})
const gift = (n: number): Insertable<Tables['gift_event']> => ({
  source: 'test',
  event_id: `g${n}`,
  kind: 'gift',
  room_id: air.room.id,
  room_code: air.room.room_code,
  run_id: air.run.run_id,
  account_id: air.room.account_id,
  org_id: air.room.org_id,
  open_id: 'u',
  nickname: '观众',
  gift_id: '1',
  gift_name: '玫瑰',
  count: 1,
  raw_unit: 'coin',
  raw_value: 1,
  fen: 100,
  is_ai: 0,
  is_test: 0,
  at: moment(n),
  received_at: AT,
})
const run = (n: number): Insertable<Tables['run']> => ({
  run_id: `run-${String((n * 7) % ROWS).padStart(2, '0')}`,
  room_id: air.room.id,
  room_code: air.room.room_code,
  room_name: air.room.name,
  account_id: air.room.account_id,
  org_id: air.room.org_id,
  mode: 1 as const,
  day: '2026-02-20',
  started_at: moment(n),
  ended_at: moment(n),
  gift_fen: Math.floor(n / 5),
  is_demo: 0,
})
const audit = (n: number): Insertable<Tables['audit']> => ({
  seq: 1_000 + n,
  at: moment(n),
  uid: admin.uid,
  username: 'admin',
  action: 'room.update',
  target: 'many',
  ip: '',
  request_id: '',
  input_json: '{}',
  before_json: null,
  after_json: null,
  reason: null,
  outcome: null,
  prev_hash: `before ${n}`,
  hash: `${n}`,
})
const FIRST_ADDED = 1_000
let added = FIRST_ADDED
/** In every list a row on top, one at its end, and one of the same moment as three in its middle. */
async function addRows(): Promise<void> {
  const { query } = server.db
  for (const [at, gift_fen] of [
    [AT - added, -added],
    [moment(12), 2],
    [AT + added, added],
  ] as const) {
    const n = added++
    await query.insertInto('trigger_log').values(decision(n, at)).execute()
    await query
      .insertInto('gift_event')
      .values({ ...gift(n), at })
      .execute()
    await query
      .insertInto('run')
      .values({ ...run(n), run_id: `run-${n}`, started_at: at, gift_fen })
      .execute()
    await query
      .insertInto('audit')
      .values({ ...audit(n), at })
      .execute()
  }
}
async function takeAddedAway(): Promise<void> {
  const { query } = server.db
  const all = numbers(added - FIRST_ADDED, FIRST_ADDED)
  const keys = (before: string) => all.map((n) => `${before}${n}`)
  await query.deleteFrom('trigger_log').where('key', 'in', keys('spool/')).execute()
  await query.deleteFrom('gift_event').where('event_id', 'in', keys('g')).execute()
  await query.deleteFrom('run').where('run_id', 'in', keys('run-')).execute()
  await query.deleteFrom('audit').where('hash', 'in', keys('')).execute()
}
const numbers = (count: number, first = 0) => Array.from({ length: count }, (_, n) => first + n)

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin')
  air = await buildOnAir(server.platform)
  const { query } = server.db
  const rows = numbers(ROWS)
  await query
    .insertInto('trigger_log')
    .values(rows.map((n) => decision(n)))
    .execute()
  await query.insertInto('gift_event').values(rows.map(gift)).execute()
  await query.insertInto('run').values(rows.map(run)).execute()
  await query.insertInto('audit').values(rows.map(audit)).execute()
  const { room, run: own } = air
  const sum = { day: '2026-02-25', org_id: room.org_id, event_count: ROWS }
  await query
    .insertInto('room_day')
    .values({ ...sum, room_id: room.id, fen: 0, count: 0 })
    .execute()
  await query
    .updateTable('run')
    .set({ event_count: ROWS })
    .where('run_id', '=', own.run_id)
    .execute()
})
afterAll(() => server.close())

type Ask = (more: object) => Promise<Envelope<EndlessPage<object>>>
const keysOf = (rows: readonly object[], key: string) => rows.map((row) => Reflect.get(row, key))

const day = { day_from: '2026-02-20', day_to: '2026-02-20' }
const up = { sort_dir: SortDir.ascend }
const logs: Ask = (more) =>
  server.call(roomApi.triggerLogs, { room_code: air.room.room_code, ...more }, admin)
const gifts: Ask = (more) => server.call(incomeApi.giftEvents, more, admin)
const runs: Ask = (more) => server.call(incomeApi.live, { ...day, ...more }, admin)
const audits: Ask = (more) => server.call(auditApi.list, { target: 'many', ...more }, admin)

const lists: readonly (readonly [string, string, Ask])[] = [
  ['decisions', 'id', logs],
  ['decisions, the oldest first', 'id', (more) => logs({ ...more, ...up })],
  ['decisions of a run', 'id', (more) => logs({ ...more, run_id: air.run.run_id })],
  ['decisions that fired', 'id', (more) => logs({ ...more, outcome: 'FIRED' })],
  ['gifts of all', 'id', gifts],
  ['gifts of a room', 'id', (more) => gifts({ ...more, room_code: air.room.room_code })],
  ['gifts of a run', 'id', (more) => gifts({ ...more, run_id: air.run.run_id })],
  ['runs', 'run_id', runs],
  ['runs, the oldest first', 'run_id', (more) => runs({ ...more, ...up })],
  ['runs by income', 'run_id', (more) => runs({ ...more, sort_by: 'gift_fen' })],
  [
    'runs by income, the least first',
    'run_id',
    (more) => runs({ ...more, sort_by: 'gift_fen', ...up }),
  ],
  ['audit', 'seq', audits],
  ['audit, the oldest first', 'seq', (more) => audits({ ...more, ...up })],
]

describe.each(lists)('%s', (_name, key, ask) => {
  test('from cursor to cursor there is each row once, as on one page', async () => {
    const whole = (await ask({ page_size: 200 })).data
    expect(whole).toMatchObject({ total: whole.list.length, total_capped: false, next: null })
    expect(whole.list.length).toBeGreaterThan(10)
    const seen: unknown[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const { data } = await ask({ page_size: 4, ...(cursor && { cursor }) })
      expect(data.total).toBe(whole.total)
      seen.push(...keysOf(data.list, key))
      cursor = data.next
    }
    expect(seen).toEqual(keysOf(whole.list, key))
  })

  test('what is added while it is read moves nothing that was there', async () => {
    const before = keysOf((await ask({ page_size: 200 })).data.list, key)
    const seen: unknown[] = []
    let cursor: string | null | undefined
    while (cursor !== null) {
      const { data } = await ask({ page_size: 4, ...(cursor && { cursor }) })
      seen.push(...keysOf(data.list, key))
      cursor = data.next
      if (seen.length < 16) await addRows()
    }
    expect(seen).toHaveLength(new Set(seen).size)
    expect(seen.filter((one) => before.includes(one))).toEqual(before)
    await takeAddedAway()
  })

  test('by the number of the page it is the same, and goes on from there', async () => {
    const [one, two, three] = await Promise.all(
      [1, 2, 3].map((page) => ask({ page_size: 3, page })),
    )
    const after = await ask({ page_size: 3, cursor: one?.data.next })
    expect(after.data.list).toEqual(two?.data.list)
    const again = await ask({ page_size: 3, cursor: two?.data.next })
    expect(keysOf(again.data.list, key)).toEqual(keysOf(three?.data.list ?? [], key))
  })

  test.each([
    'x',
    btoa('[]'),
    btoa('["1","2"]'),
    btoa('[1.5,2]'),
    btoa('[1,"\\u0000"]'),
    btoa('["2026-02-20",0,"\\u0000"]'),
    btoa(`["' or 1=1",0,"a","b"]`),
  ])('a cursor that is none of its own is refused: %s', async (cursor) => {
    expect(await ask({ cursor })).toMatchObject({
      code: 1001,
      data: { fields: { cursor: '游标不正确，请刷新' } },
    })
  })
})

test('what a run decided of one outcome; of another room’s run nothing', async () => {
  const { run_id } = air.run
  const { data } = await logs({ run_id, outcome: 'FIRED', page_size: 200 })
  expect(data.total).toBe(6)
  expect(keysOf(data.list, 'outcome')).toEqual(Array.from({ length: 6 }, () => 'FIRED'))
  const other = await buildOnAir(server.platform)
  expect((await logs({ run_id, room_code: other.room.room_code })).data.list).toEqual([])
})

test('what comes on top meanwhile moves nothing; what there is too much of is counted to a limit', async () => {
  const first = (await logs({ page_size: 5 })).data
  const second = (await logs({ page_size: 5, page: 2 })).data
  for (let from = 0; from < TOTAL_CAP; from += 1_000) {
    const rows = numbers(1_000, ROWS + from).map((n) => decision(n, AT + 1_000_000 + n))
    await server.db.query.insertInto('trigger_log').values(rows).execute()
  }
  expect((await logs({ page_size: 5, cursor: first.next })).data).toEqual({
    ...second,
    total: TOTAL_CAP,
    total_capped: true,
  })
  const { data } = await logs({ page: 501, page_size: 20 })
  expect(data).toMatchObject({ total: TOTAL_CAP, total_capped: true })
  expect(data.list).toHaveLength(20)
})
