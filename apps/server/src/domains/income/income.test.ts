import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { giftEvent } from '@kaibo/testkit/build/event.build.ts'
import { buildOnAir, buildRun, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'
import { sheetOf } from '@kaibo/testkit/unzip.ts'

const DAY_MS = 86_400_000

let server: TestServer
let finance: Login
let guild: Login
let studio: Login
let ours: OnAir
let theirs: OnAir

/** Two organisations: ours with three runs of 10, 20 and 30 yuan on three days, theirs with one. */
beforeAll(async () => {
  server = await bootServer()
  ours = await buildOnAir(server.platform, {
    org_id: 'ours',
    account: { nickname: '=甲公会的账号', platform: 'bilibili' },
    room: { name: '一号直播间' },
  })
  theirs = await buildOnAir(server.platform, {
    org_id: 'theirs',
    account: { platform: 'douyin' },
    room: { is_demo: 1, name: '100%二号' },
  })
  finance = await server.login('finance')
  guild = await server.login('guild', { org_id: 'ours' })
  studio = await server.login('studio', { extra_actions: ['income.look'] })
  await give(ours, TEST_NOW, 1_000)
  for (const [days, fen] of [
    [1, 2_000],
    [2, 3_000],
  ] as const) {
    const started_at = TEST_NOW - days * DAY_MS
    await buildRun(server.platform, ours.room, { started_at, ended_at: started_at + 3_600_000 })
    await give(ours, started_at + 1_000, fen)
  }
  await give(theirs, TEST_NOW, 4_000)
})
afterAll(() => server.close())

const give = ({ account, room }: OnAir, at: number, fen: number) =>
  server.app.ingest.push(account.account_id, room.room_code, [
    giftEvent(room.room_code, { at, gift: { fen } }),
  ])

const list = (input: InputOf<typeof incomeApi.live>, as = finance) =>
  server.call(incomeApi.live, input, as)
const byNumber = (a: number, b: number) => a - b
const figures = async (input: InputOf<typeof incomeApi.live>, as = finance) =>
  (await list(input, as)).data.list.map((run) => run.gift_fen)

const events = (input: InputOf<typeof incomeApi.giftEvents>, as = finance) =>
  server.call(incomeApi.giftEvents, input, as)

async function exported(query: Record<string, string>, as = finance, lang = 'zh-CN') {
  const answer = await server.app.http.inject({
    method: 'GET',
    url: incomeApi.live.path,
    query: { export: 'xlsx', ...query },
    headers: { token: as.token, 'accept-language': lang },
  })
  return { headers: answer.headers, rows: sheetOf(answer.rawPayload) }
}

describe('runs', () => {
  test('newest first, with the sum over all that match', async () => {
    const { data } = await list({ org_id: 'ours', page_size: 2 })
    expect(data.list.map((run) => run.gift_fen)).toEqual([1_000, 2_000])
    expect(data).toMatchObject({ total: 3, sum: { gift_fen: 6_000, gift_count: 3, runs: 3 } })
    expect(data.list[0]).toMatchObject({
      run_id: ours.run.run_id,
      room_name: '一号直播间',
      account: { nickname: '=甲公会的账号', platform: 'bilibili' },
      org: { id: 'ours' },
      payers: 1,
      ended_at: null,
    })
    expect(await figures({ org_id: 'ours', page_size: 2, page: 2 })).toEqual([3_000])
  })

  test('by start or by sum, either way', async () => {
    const org_id = 'ours'
    expect(await figures({ org_id, sort_by: 'gift_fen' })).toEqual([3_000, 2_000, 1_000])
    expect(await figures({ org_id, sort_by: 'gift_fen', sort_dir: 0 })).toEqual([
      1_000, 2_000, 3_000,
    ])
    expect(await figures({ org_id, sort_by: 'started_at', sort_dir: 0 })).toEqual([
      3_000, 2_000, 1_000,
    ])
  })

  test.each([
    [{ day_from: '2026-03-02' }, [4_000, 1_000]],
    [{ day_from: '2026-02-28', day_to: '2026-03-01' }, [2_000, 3_000]],
    [{ platform: 'douyin' as const }, [4_000]],
    [{ keyword: '一号' }, [1_000, 2_000, 3_000]],
    [{ keyword: '甲公会' }, [1_000, 2_000, 3_000]],
    [{ keyword: '0%二' }, [4_000]],
    [{ keyword: '1%号' }, []],
    [{ keyword: `' or 1=1 --` }, []],
    [{ org_id: 'nobody' }, []],
  ])('%j', async (input, expected) => {
    expect((await figures({ ...input, sort_by: 'started_at' })).toSorted(byNumber)).toEqual(
      expected.toSorted(byNumber),
    )
  })

  test('of one room, of one account', async () => {
    expect(await figures({ room_code: theirs.room.room_code })).toEqual([4_000])
    expect(await figures({ account_id: ours.account.account_id })).toHaveLength(3)
  })

  test.each([
    [{ day_from: '2026-02-30' }, 'day_from'],
    [{ day_from: '2026-03-02', day_to: '2026-03-01' }, 'day_to'],
    [{ page: 10_001 }, 'page'],
    [{ page_size: 201 }, 'page_size'],
    [{ sort_by: 'payers' as 'gift_fen' }, 'sort_by'],
  ])('%j is refused by name', async (input, field) => {
    const { code, data } = await list(input)
    expect(code).toBe(1001)
    expect(data).toMatchObject({ fields: { [field]: expect.any(String) as string } })
  })

  test('a guild sees its own, a studio nothing', async () => {
    const { data } = await list({}, guild)
    expect(data).toMatchObject({ total: 3, sum: { gift_fen: 6_000 } })
    expect((await list({ org_id: 'theirs' }, guild)).data.total).toBe(0)
    expect((await list({}, studio)).data).toMatchObject({ total: 0, sum: { gift_fen: 0 } })
  })
})

describe('export', () => {
  test('the same runs as a workbook, money in yuan', async () => {
    const { headers, rows } = await exported({ org_id: 'ours' })
    const [head, ...runs] = rows
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      '直播收入_最早_2026-03-02.xlsx',
    )
    const column = (title: string) => runs.map((run) => run[head?.indexOf(title) ?? -1])
    expect(column('流水（元）')).toEqual(['10.00', '20.00', '30.00'])
    expect(column('直播账号')).toEqual(Array(3).fill('=甲公会的账号'))
    expect(column('平台')).toEqual(Array(3).fill('哔哩哔哩'))
  })

  test('who reads English gets it in English', async () => {
    const { headers, rows } = await exported({ org_id: 'ours' }, finance, 'en')
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      'Live income_earliest_2026-03-02.xlsx',
    )
    expect(rows[0]).toEqual(expect.arrayContaining(['Gross (CNY)', 'Live account', 'Platform']))
    expect(rows[1]).toEqual(expect.arrayContaining(['10.00', 'Bilibili']))
    expect(rows[0]?.join('')).not.toMatch(/\p{Script=Han}/u)
  })

  test('its name tells the days, its rows what is made up', async () => {
    const { headers, rows } = await exported({ day_from: '2026-03-02', day_to: '2026-03-02' })
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      '直播收入_2026-03-02_2026-03-02.xlsx',
    )
    expect(new Set(rows.slice(1).map((row) => row.at(-1)))).toEqual(new Set(['', '演示']))
  })

  test('a guild exports its own only', async () => {
    expect((await exported({}, guild)).rows).toHaveLength(4)
    expect((await exported({}, studio)).rows).toHaveLength(1)
  })

  test('more runs than a chunk, each once', async () => {
    const many = await buildOnAir(server.platform, { org_id: 'many' })
    for (let i = 1; i <= 1_100; i++) {
      // Several begin in the same millisecond.
      const started_at = TEST_NOW - Math.floor(i / 3) * 60_000
      await buildRun(server.platform, many.room, { started_at })
    }
    const { rows } = await exported({ org_id: 'many' })
    expect(new Set(rows.map((row) => row[2])).size).toBe(1_102)
    expect(rows).toHaveLength(1_102)
    const backwards = await exported({ org_id: 'many', sort_dir: '0' })
    expect(new Set(backwards.rows.map((row) => row[2])).size).toBe(1_102)
  }, 60_000)
})

describe('the events behind a figure', () => {
  test('of a run, of a room, of all; newest first, the total from the rollups', async () => {
    const { room, run } = ours
    expect((await events({ run_id: run.run_id })).data).toMatchObject({
      total: 1,
      list: [{ run_id: run.run_id, room_code: room.room_code, fen: 1_000, is_test: 0 }],
    })
    const ofRoom = (await events({ room_code: room.room_code, page_size: 2 })).data
    expect(ofRoom.total).toBe(3)
    expect(ofRoom.list.map(({ fen }) => fen)).toEqual([1_000, 2_000])
    const next = (await events({ room_code: room.room_code, page_size: 2, page: 2 })).data
    expect(next.list.map(({ fen }) => fen)).toEqual([3_000])
    expect((await events({})).data).toMatchObject({ total: 4, list: [{ fen: 4_000 }, {}, {}, {}] })
    const elsewhere = { run_id: run.run_id, room_code: theirs.room.room_code }
    expect(await events(elsewhere)).toMatchObject({ code: 1005, msg: '场次不存在' })
  })

  test('test events are shown, though they count for nothing', async () => {
    const { room, run, account } = await buildOnAir(server.platform, { org_id: 'shown' })
    const event = giftEvent(room.room_code, { is_test: true })
    await server.app.ingest.push(account.account_id, room.room_code, [event])
    const { data } = await events({ run_id: run.run_id })
    expect(data).toMatchObject({ total: 1, list: [{ is_test: 1, event_id: event.event_id }] })
    expect(await figures({ org_id: 'shown' })).toEqual([0])
  })

  test('what is outside the scope is not found, as what does not exist', async () => {
    for (const run_id of [theirs.run.run_id, 'unknown'])
      expect(await events({ run_id }, guild)).toMatchObject({ code: 1005, msg: '场次不存在' })
    for (const room_code of [theirs.room.room_code, 'UNKNOWN2'])
      expect(await events({ room_code }, guild)).toMatchObject({ code: 1005, msg: '直播间不存在' })
    expect((await events({}, guild)).data.total).toBe(3)
    const none = { list: [], next: null, total: 0, total_capped: false }
    expect((await events({}, studio)).data).toEqual(none)
  })

  test('pages end somewhere', async () => {
    expect((await events({ page: 10_000, page_size: 200 })).data.list).toEqual([])
    expect((await events({ page: 10_001 })).code).toBe(1001)
  })
})

test('without the right there is neither list nor file', async () => {
  const nobody = await server.login('studio')
  expect(await list({}, nobody)).toMatchObject({ code: 1003, data: { need: 'income.look' } })
  expect((await list({ export: 'xlsx' }, nobody)).code).toBe(1003)
})

const days = (input: InputOf<typeof incomeApi.days>, as = finance) =>
  server.call(incomeApi.days, input, as)

describe('by day', () => {
  test('the last thirty days, a day without income as zero', async () => {
    const { list } = (await days({})).data
    expect(list).toHaveLength(30)
    expect(list.slice(-4)).toEqual([
      { day: '2026-02-27', gift_fen: 0, gift_count: 0 },
      { day: '2026-02-28', gift_fen: 3_000, gift_count: 1 },
      { day: '2026-03-01', gift_fen: 2_000, gift_count: 1 },
      { day: '2026-03-02', gift_fen: 5_000, gift_count: 2 },
    ])
  })

  test('within the filters and the scope, and at most a year', async () => {
    const last = { day_from: '2026-03-02', day_to: '2026-03-02' }
    const sum = async (input: InputOf<typeof incomeApi.days>, as?: Login) =>
      (await days(input, as)).data.list.map((row) => row.gift_fen)
    expect(await sum({ ...last, platform: 'douyin' })).toEqual([4_000])
    expect(await sum({ ...last, org_id: 'theirs' })).toEqual([4_000])
    expect(await sum(last, guild)).toEqual([1_000])
    expect(await sum({ ...last, org_id: 'theirs' }, guild)).toEqual([0])
    expect(await sum(last, studio)).toEqual([0])
    expect(await sum({ day_from: '2000-01-01', day_to: '2026-03-02' })).toHaveLength(366)
    expect((await days({ day_from: '2026-03-02', day_to: '2026-03-01' })).code).toBe(1001)
  })

  test.each([
    [{ keyword: '一号' }, [3_000, 2_000, 1_000]],
    [{ keyword: '甲公会' }, [3_000, 2_000, 1_000]],
    [{ keyword: '0%二' }, [0, 0, 4_000]],
    [{ keyword: '0%二', platform: 'bilibili' as const }, [0, 0, 0]],
    [{ keyword: '直播间', org_id: 'theirs' }, [0, 0, 0]],
    [{ keyword: '没有这间' }, [0, 0, 0]],
  ])('as the list finds them: %j', async (input, expected) => {
    const range = { day_from: '2026-02-28', day_to: '2026-03-02' }
    const sums = async (as = finance) =>
      (await days({ ...range, ...input }, as)).data.list.map((row) => row.gift_fen)
    expect(await sums()).toEqual(expected)
    expect(await sums(studio)).toEqual([0, 0, 0])
  })

  test('of one room, of one account; a guild not of another’s', async () => {
    const last = { day_from: '2026-03-02', day_to: '2026-03-02' }
    const sum = async (input: InputOf<typeof incomeApi.days>, as = finance) =>
      (await days({ ...last, ...input }, as)).data.list[0]?.gift_fen
    expect(await sum({ room_code: theirs.room.room_code })).toBe(4_000)
    expect(await sum({ account_id: ours.account.account_id })).toBe(1_000)
    expect(await sum({ room_code: theirs.room.room_code }, guild)).toBe(0)
    expect(await sum({ account_id: theirs.account.account_id }, guild)).toBe(0)
    expect(await sum({ keyword: '二号' }, guild)).toBe(0)
  })
})
