import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildLiveAccount } from '@kaibo/testkit/build/live-account.build.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let guild: Login
let online: string
let offline: string

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  await buildOrg(server.platform, { id: 'guild' })
  guild = await server.login('guild', { org_id: 'guild' })
  online = (await buildPc(server.platform, { online: 1, name: '在线机' })).id
  offline = (await buildPc(server.platform, { online: 0, name: '离线机' })).id
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.query.deleteFrom('room').execute()
})

const list = async (query: InputOf<typeof roomApi.list> = {}, as = operator) =>
  (await server.call(roomApi.list, query, as)).data
const names = async (query?: InputOf<typeof roomApi.list>, as?: Login) =>
  (await list(query, as)).list.map((room) => room.name)

const report = (worker: number, connected = true) =>
  JSON.stringify(
    reportOf({
      room_code: 'x',
      worker: worker as 3,
      source: { kind: 'bilibili', connected, detail: '鉴权失败' },
    }),
  )

/** A room on air with this much income in its run. */
async function withRun(fen: number, overrides: Partial<Room>): Promise<Room> {
  const { platform, clock } = server
  const room = await buildRoom(platform, {
    pc_id: online,
    run_id: platform.ids.next(clock.now()),
    reported_json: report(WorkerStatus.living),
    ...overrides,
  })
  await server.db.query
    .insertInto('run')
    .values({
      run_id: room.run_id ?? '',
      room_id: room.id,
      room_code: room.room_code,
      room_name: room.name,
      account_id: room.account_id,
      org_id: room.org_id,
      mode: 1,
      day: '2026-03-02',
      started_at: clock.now(),
      gift_fen: fen,
      gift_count: 3,
      event_count: 3,
      payers: 1,
      danmu: 7,
      viewers: 9,
      likes: 0,
      follows: 0,
      is_demo: 0,
    })
    .execute()
  return room
}

test('comes as a wall is read: who needs a person, on air by income, starting, the rest', async () => {
  const { platform, clock } = server
  await buildRoom(platform, { name: '空闲乙' })
  await buildRoom(platform, { name: '空闲甲', state: 'ended' })
  await buildRoom(platform, { name: '启动', state: 'starting', pc_id: online })
  await withRun(100, { name: '少', state: 'living' })
  await withRun(900, { name: '多', state: 'living' })
  await buildRoom(platform, {
    name: '慢',
    state: 'starting',
    pc_id: online,
    state_since: clock.now() - 60_001,
  })
  await withRun(9_999, {
    name: '未恢复',
    state: 'living',
    reported_json: report(WorkerStatus.ready),
  })
  await withRun(9_999, {
    name: '断开',
    state: 'living',
    reported_json: report(WorkerStatus.living, false),
  })
  const alarm = (age_ms: number) => ({
    state: 'living' as const,
    state_since: clock.now() - 1_200_000,
    alarm: '音响没声',
    alarm_at: clock.now() - age_ms,
  })
  await withRun(500, { name: '告警', ...alarm(599_000) })
  await buildRoom(platform, { name: '故障', state: 'failed', last_error: '身份码已过期' })
  await withRun(1, { name: '离线', state: 'living', pc_id: offline })

  const { list: rows, total, counts } = await list()
  expect(rows.map((row) => [row.name, row.attention?.reason ?? null, row.attention?.act])).toEqual([
    ['离线', 'PC「离线机」离线，直播可能已中断，请检查电源和网络', 'check'],
    ['故障', '身份码已过期', 'start'],
    ['断开', '平台连接已断开：鉴权失败', 'check'],
    ['未恢复', 'PC「在线机」尚未恢复直播', 'check'],
    ['告警', '音响没声', 'check'],
    ['慢', '启动超过1分钟', 'stop'],
    ['多', null, undefined],
    ['少', null, undefined],
    ['启动', null, undefined],
    ['空闲乙', null, undefined],
    ['空闲甲', null, undefined],
  ])
  expect(total).toBe(11)
  expect(counts).toEqual({ all: 11, on_air: 6, starting: 2, attention: 6 })

  expect(await names({ page: 2, page_size: 4 })).toEqual(['告警', '慢', '多', '少'])
  expect(await names({ attention: 0, page_size: 2 })).toEqual(['多', '少'])
  expect(await names({ sort_by: 'attention', sort_dir: 1, page_size: 10 })).toHaveLength(10)
  expect((await names({ sort_by: 'gift_fen' })).slice(0, 3).sort()).toEqual([
    '多',
    '断开',
    '未恢复',
  ])
  expect(await names({ sort_by: 'gift_fen', sort_dir: 0, status: 2, page_size: 2 })).toEqual([
    '离线',
    '少',
  ])
})

test('shows the figures of the run and the last 30 minutes of those on the page', async () => {
  const room = await withRun(1_234, { state: 'living', sentence: '谢谢', sentence_at: 5 })
  const minute = Math.floor(server.clock.now() / 60_000)
  await server.db.query
    .insertInto('room_minute')
    .values([
      { room_id: room.id, minute: minute - 30, fen: 1 },
      { room_id: room.id, minute: minute - 29, fen: 2 },
      { room_id: room.id, minute, fen: 3 },
    ])
    .execute()
  const [row] = (await list()).list
  expect(row).toMatchObject({
    worker: WorkerStatus.living,
    sentence: { text: '谢谢', at: 5 },
    run: { gift_fen: 1_234, gift_count: 3, danmu: 7, viewers: 9, ended_at: null },
  })
  expect(row?.run?.per_minute).toEqual([2, ...Array<number>(28).fill(0), 3])
})

describe('filters', () => {
  test('by words in name, code and account, where % and _ are letters', async () => {
    const { account_id } = await buildLiveAccount(server.platform, { nickname: 'Xiaomei_号' })
    const room = await buildRoom(server.platform, { name: '一号房', account_id })
    await buildRoom(server.platform, { name: '打折100%' })
    expect(await names({ keyword: '一号' })).toEqual(['一号房'])
    expect(await names({ keyword: 'xiaoMEI_' })).toEqual(['一号房'])
    expect(await names({ keyword: room.room_code.toLowerCase() })).toEqual(['一号房'])
    expect(await names({ keyword: '%' })).toEqual(['打折100%'])
    expect(await names({ keyword: "' or 1=1 --" })).toEqual([])
  })

  test('by status, platform and organisation; the counts stay those of the whole scope', async () => {
    const { account_id } = await buildLiveAccount(server.platform, { platform: 'huya' })
    await buildRoom(server.platform, { name: '虎牙', account_id, state: 'living', pc_id: online })
    await buildRoom(server.platform, { name: '公会房', org_id: 'guild' })
    expect(await names({ platform: 'huya' })).toEqual(['虎牙'])
    expect(await names({ status: 0 })).toEqual(['公会房'])
    expect(await names({ org_id: 'guild' })).toEqual(['公会房'])
    expect((await list({ org_id: 'guild' })).counts).toMatchObject({ all: 2, on_air: 1 })
  })
})

test('a guild sees its own rooms and counts, a studio none', async () => {
  await buildRoom(server.platform, { name: '别家' })
  await buildRoom(server.platform, { name: '自家', org_id: 'guild' })
  const { list: rows, counts } = await list({}, guild)
  expect(rows.map((row) => row.name)).toEqual(['自家'])
  expect(counts.all).toBe(1)
  expect(await names({ org_id: 'default' }, guild)).toEqual([])
  const studio = await server.login('studio', { extra_actions: ['room.look'] })
  expect(await names({}, studio)).toEqual([])
})
