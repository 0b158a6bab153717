import { afterAll, beforeAll, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, buildRun, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'
import { reconcile } from './reconcile.ts'

/* The list, its sum, its days and its file are about the same money, whatever the filter. */

const HOUR_MS = 3_600_000
/** 2026-03-02 00:00 in Shanghai, two hours before the tests' now. */
const MIDNIGHT = TEST_NOW - 10 * HOUR_MS
const ALL = { day_from: '2026-02-20', day_to: '2026-03-02' }

let server: TestServer
let finance: Login
let guild: Login
let ours: OnAir
let theirs: OnAir

/** Both rooms: a run over midnight, one of the day before, and gifts when no run was. */
beforeAll(async () => {
  server = await bootServer()
  finance = await server.login('finance')
  ours = await buildRoom('ours', { platform: 'bilibili', nickname: '甲账号' }, '一号直播间', 1)
  theirs = await buildRoom('theirs', { platform: 'douyin', nickname: '乙账号' }, '二号直播间', 100)
  guild = await server.login('guild', { org_id: 'ours' })
})
afterAll(() => server.close())

async function buildRoom(
  org_id: string,
  account: NonNullable<Parameters<typeof buildOnAir>[1]>['account'],
  name: string,
  times: number,
): Promise<OnAir> {
  const ended = { ended_at: MIDNIGHT + HOUR_MS, end_cause: 'stop' }
  const air = await buildOnAir(server.platform, {
    org_id,
    account,
    room: { name, state: 'idle' },
    run: { started_at: MIDNIGHT - HOUR_MS, day: '2026-03-01', ...ended },
  })
  const earlier = MIDNIGHT - 12 * HOUR_MS
  await buildRun(server.platform, air.room, {
    started_at: earlier,
    ended_at: earlier + HOUR_MS,
    end_cause: 'stop',
  })
  await give(air, MIDNIGHT - 60_000, 1 * times)
  await give(air, MIDNIGHT + 60_000, 10 * times)
  await give(air, earlier + 60_000, 100 * times)
  await give(air, earlier - 2 * HOUR_MS, 1_000 * times)
  await give(air, earlier - 2 * DAY_MS, 10_000 * times)
  await give(air, MIDNIGHT + 5 * HOUR_MS, 100_000 * times)
  return air
}

const give = ({ account, room }: OnAir, at: number, fen: number) =>
  server.app.ingest.push(account.account_id, room.room_code, [
    giftEvent(room.room_code, { at, gift: { fen } }),
  ])

const live = async (input: InputOf<typeof incomeApi.live>, as = finance) =>
  (await server.call(incomeApi.live, input, as)).data
const gifts = (outside_id: string, as = finance) =>
  server.call(incomeApi.giftEvents, { outside_id }, as)
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** What the filter's money is by each of the ways in which it is told. */
async function told(input: InputOf<typeof incomeApi.live>, as = finance) {
  const days = (await server.call(incomeApi.days, input, as)).data.list
  const page = await live({ ...input, page_size: 200 }, as)
  const query = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, String(value)]),
  )
  const file = await server.app.http.inject({
    method: 'GET',
    url: incomeApi.live.path,
    query: { export: 'xlsx', ...query },
    headers: { token: as.token, 'accept-language': 'zh-CN' },
  })
  const [head, ...rows] = sheetOf(file.rawPayload)
  const gross = rows.map((row) => Number(row[head?.indexOf('流水（元）') ?? -1]) * 100)
  return {
    days: sum(days.map((day) => day.gift_fen)),
    list: sum(page.list.map((row) => row.gift_fen)),
    sum: page.sum.gift_fen,
    file: Math.round(sum(gross)),
    gifts: [sum(days.map((day) => day.gift_count)), page.sum.gift_count],
    rows: [page.list.length, page.total, rows.length],
  }
}

const alike = (fen: number, gifts: number, rows: number) => ({
  days: fen,
  list: fen,
  sum: fen,
  file: fen,
  gifts: [gifts, gifts],
  rows: [rows, rows, rows],
})

test.each<[string, InputOf<typeof incomeApi.live>, number, number, number]>([
  ['everything', ALL, 111_111 * 101, 12, 10],
  ['a room', { ...ALL, keyword: '一号' }, 111_111, 6, 5],
  ['an account', { ...ALL, keyword: '乙账号' }, 11_111_100, 6, 5],
  ['a platform', { ...ALL, platform: 'bilibili' }, 111_111, 6, 5],
  ['an organisation', { ...ALL, org_id: 'theirs' }, 11_111_100, 6, 5],
  ['nobody', { ...ALL, keyword: '没有这间' }, 0, 0, 0],
  [
    'the day on which a run ended',
    { day_from: '2026-03-02', day_to: '2026-03-02' },
    10_101_010,
    4,
    4,
  ],
  ['the day on which it began', { day_from: '2026-03-01', day_to: '2026-03-01' }, 111_201, 6, 6],
  ['a day without runs', { day_from: '2026-02-27', day_to: '2026-02-27' }, 1_010_000, 2, 2],
])('%s', async (_, input, fen, gifts, rows) => {
  expect(await told(input)).toEqual(alike(fen, gifts, rows))
})

test('a room by its code, and its account by its id', async () => {
  const { room, account } = ours
  expect(await told({ ...ALL, room_code: room.room_code })).toEqual(alike(111_111, 6, 5))
  expect(await told({ ...ALL, account_id: account.account_id })).toEqual(alike(111_111, 6, 5))
})

test('a guild is told its own, also by another’s room', async () => {
  expect(await told(ALL, guild)).toEqual(alike(111_111, 6, 5))
  const foreign = { ...ALL, room_code: theirs.room.room_code }
  expect(await told(foreign, guild)).toEqual(alike(0, 0, 0))
})

test('what came in outside runs opens into its gifts, within the scope', async () => {
  const { list, sum } = await live({ ...ALL, room_code: theirs.room.room_code })
  const outside = list.filter((row) => row.run_id === null)
  expect(outside.map((row) => [row.day, row.gift_fen, row.room_name, row.started_at])).toEqual([
    ['2026-03-02', 10_000_000, '二号直播间', null],
    ['2026-03-01', 100_000, '二号直播间', null],
    ['2026-02-27', 1_000_000, '二号直播间', null],
  ])
  expect(sum).toEqual({ gift_fen: 11_111_100, gift_count: 6, runs: 2, outside_fen: 11_100_000 })
  const { id = '' } = outside[1] ?? {}
  expect((await gifts(id)).data).toMatchObject({
    total: 1,
    list: [{ fen: 100_000, run_id: null, room_code: theirs.room.room_code }],
  })
  for (const [outside_id, as] of [
    [id, guild],
    ['outside-999999', finance],
  ] as const)
    expect(await gifts(outside_id, as)).toMatchObject({ code: 1005, msg: '场次外不存在' })
  expect(await gifts('outside-x')).toMatchObject({
    code: 1001,
    data: { fields: { outside_id: expect.any(String) as string } },
  })
})

test('a gift that counts for nothing makes no row outside runs', async () => {
  const air = await buildOnAir(server.platform, {
    org_id: 'none',
    run: { ended_at: TEST_NOW - DAY_MS, started_at: TEST_NOW - DAY_MS - 1 },
  })
  await server.app.ingest.push(air.account.account_id, air.room.room_code, [
    giftEvent(air.room.room_code, { is_test: true }),
  ])
  expect((await live({ org_id: 'none' })).list.map((row) => row.run_id)).toEqual([air.run.run_id])
})

test('the part of a run that came in on other days is told beside it', async () => {
  const day = { day_from: '2026-03-02', day_to: '2026-03-02', org_id: 'ours' }
  const { list } = await live({ ...day, sort_by: 'gift_fen' })
  expect(list.map((row) => [row.gift_fen, row.run_fen])).toEqual([
    [100_000, null],
    [10, 11],
  ])
})

test('the books agree with their entries', async () => {
  expect(await reconcile(server.db)).toEqual([])
})
