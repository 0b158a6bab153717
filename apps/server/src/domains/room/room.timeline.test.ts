import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom, type Room } from '@kaibo/testkit/build/room.build.ts'
import type { DecisionRow, EventRow, GiftRow, MomentRow } from './room.moments.ts'

let server: TestServer
let operator: Login
let room: Room
const AT = 1_772_000_000_000

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  room = await buildRoom(server.platform)
})
afterAll(() => server.close())

const gift = (n: number, at: number): GiftRow => ({
  source: 'test',
  event_id: `g${n}`,
  kind: 'gift',
  room_id: room.id,
  room_code: room.room_code,
  run_id: 'run',
  account_id: room.account_id,
  org_id: room.org_id,
  open_id: 'u',
  nickname: '观众',
  gift_id: '1',
  gift_name: '玫瑰',
  count: 2,
  raw_unit: 'coin',
  raw_value: 1,
  fen: 520,
  is_ai: 0,
  is_test: 0,
  at,
  received_at: at,
  raw_json: null,
  text: null,
})
const event = (n: number, at: number, more: Partial<EventRow> = {}): EventRow => ({
  org_id: 'default',
  source: 'test',
  event_id: `e${n}`,
  kind: 'danmu',
  room_id: room.id,
  run_id: 'run',
  open_id: 'u',
  nickname: '观众',
  text: '你好',
  count: 1,
  is_ai: 0,
  is_test: 1,
  at,
  received_at: at,
  data_json: null,
  ...more,
})
const decision = (n: number, at: number): DecisionRow => ({
  key: `spool/${n}`,
  room_id: room.id,
  run_id: 'run',
  at,
  event_id: `e${n}`,
  event_key: 'danmu.message',
  set_id: 's',
  node_id: 'n',
  node_name: '关键词',
  outcome: n % 2 ? 'FIRED' : 'COND',
  text: null,
  trace_json: '{"steps":[]}',
  v: null,
  open_id: null,
  opened: null,
  effects_json: null,
  vars_json: null,
  prior_json: null,
})
const speech = (n: number, at: number): MomentRow => ({
  key: `spool/m${n}`,
  room_id: room.id,
  run_id: n % 2 ? 'run' : 'older',
  at,
  kind: n % 2 ? 'speech' : 'log',
  tag: 'spoken',
  text: '欢迎',
  text_en: null,
  event_id: `e${n}`,
  data_json: null,
})

const buildRun = (run_id: string, started_at: number, ended_at: number | null) =>
  server.db.query
    .insertInto('run')
    .values({
      run_id,
      room_id: room.id,
      room_code: room.room_code,
      room_name: room.name,
      account_id: room.account_id,
      org_id: room.org_id,
      mode: 1,
      day: '2026-02-25',
      started_at,
      ended_at,
      is_demo: 0,
    })
    .execute()

const logs = (query: object = {}) =>
  server.call(roomApi.consoleLogs, { room_code: room.room_code, ...query }, operator)

test('pages through four tables with equal instants: nothing twice, nothing lost, newest first', async () => {
  const { query } = server.db
  // Ten of each table at each of three instants, and one apart.
  for (const at of [AT, AT + 1, AT + 2]) {
    const some = Array.from({ length: 10 }, (_, i) => i + 10 * (at - AT))
    await query
      .insertInto('gift_event')
      .values(some.map((n) => gift(n, at)))
      .execute()
    await query
      .insertInto('room_event')
      .values(some.map((n) => event(n, at)))
      .execute()
    await query
      .insertInto('trigger_log')
      .values(some.map((n) => decision(n, at)))
      .execute()
    await query
      .insertInto('room_moment')
      .values(some.map((n) => speech(n, at)))
      .execute()
  }
  await query
    .insertInto('room_event')
    .values(event(99, AT + 9))
    .execute()

  const all: Moment[] = []
  for (let before: string | undefined; all.length <= 121; before = all.at(-1)?.id) {
    const { data } = await logs({ before, page_size: 7 })
    all.push(...data.list)
    expect(data.list.length).toBe(data.has_more ? 7 : 121 % 7)
    if (!data.has_more) break
  }
  expect(all).toHaveLength(121)
  expect(new Set(all.map((moment) => moment.id)).size).toBe(121)
  const instants = all.map((moment) => moment.at)
  expect(instants).toEqual(instants.toSorted((a, b) => b - a))
  // At one instant the effect stands above its cause.
  const atOnce = all
    .filter((moment) => moment.at === AT + 1)
    .map((moment) => moment.id.split('-')[1])
  const decisions = all.filter((moment) => moment.at === AT && moment.kind === 'decision')
  expect(decisions.map((moment) => moment.event_id)).toEqual(
    Array.from({ length: 10 }, (_, i) => `e${9 - i}`),
  )
  expect(atOnce.join('')).toBe('m'.repeat(10) + 't'.repeat(10) + 'e'.repeat(10) + 'g'.repeat(10))
})

test('says what happened in words, with who, how much and what caused it', async () => {
  const other = await buildRoom(server.platform)
  const texts: [string, string][] = [
    ['like', '点赞 ×5'],
    ['follow', '关注了主播'],
    ['enter', '进入直播间'],
    ['share', '分享了直播间'],
    ['live_end', '平台结束直播'],
  ]
  await server.db.query
    .insertInto('room_event')
    .values(
      texts.map(([kind], i) =>
        event(1_000 + i, AT - i, { kind, text: null, count: 5, room_id: other.id }),
      ),
    )
    .execute()
  await server.db.query
    .insertInto('gift_event')
    .values(
      [gift(1_000, AT + 5), { ...gift(1_001, AT + 4), kind: 'super_chat', text: '生日快乐' }].map(
        (row) => ({ ...row, room_id: other.id, room_code: other.room_code }),
      ),
    )
    .execute()
  const { data } = await server.call(roomApi.consoleLogs, { room_code: other.room_code }, operator)
  expect(data.list.map((moment) => moment.text)).toEqual([
    '送出 玫瑰 ×2',
    '生日快乐',
    ...texts.map(([, text]) => text),
  ])
  expect(data.list[0]).toEqual({
    id: `${AT + 5}-g-test/g1000`,
    room_code: other.room_code,
    run_id: 'run',
    at: AT + 5,
    kind: 'event',
    tag: 'gift',
    text: '送出 玫瑰 ×2',
    text_en: 'gave 玫瑰 ×2',
    user: { open_id: 'u', nickname: '观众' },
    fen: 520,
    event_id: 'g1000',
    speech_id: null,
    played: null,
    left_ms: null,
    is_test: 0,
    is_late: 0,
  })
  expect(data.list[2]).toMatchObject({ is_test: 1, fen: null })
})

test('a sentence says which it is in each of its states, a decision how long its cooldown lasted', async () => {
  const of = await buildRoom(server.platform)
  const said = (n: number, tag: string, data_json: string | null) => ({
    ...speech(1, AT + n),
    key: `said/${n}`,
    room_id: of.id,
    tag,
    data_json,
  })
  const step = { kind: 'gate', path: '0', gate: 'COOLDOWN', key: 'u', left_ms: 12_400 }
  const held = (n: number, outcome: string, steps: object[]) => ({
    ...decision(n, AT + n),
    key: `held/${n}`,
    room_id: of.id,
    outcome,
    trace_json: JSON.stringify({ steps }),
  })
  const { query } = server.db
  const sentence = JSON.stringify({ speech_id: 's1', priority: 40 })
  await query
    .insertInto('room_moment')
    .values([said(1, 'queued', sentence), said(2, 'spoken', sentence), said(3, 'spoken', null)])
    .execute()
  await query
    .insertInto('trigger_log')
    .values([
      held(4, 'COOLDOWN', [{ kind: 'group' }, step]),
      { ...held(5, 'COOLDOWN', []), trace_json: null },
      held(6, 'COND', [step]),
    ])
    .execute()
  const { data } = await server.call(roomApi.consoleLogs, { room_code: of.room_code }, operator)
  expect(data.list.map(({ speech_id, left_ms }) => [speech_id, left_ms])).toEqual([
    [null, null],
    [null, null],
    [null, 12_400],
    [null, null],
    ['s1', null],
    ['s1', null],
  ])
})

test('another organisation’s events of the same names take nothing from a page', async () => {
  const [mine, theirs] = [
    await buildRoom(server.platform),
    await buildRoom(server.platform, { org_id: 'guild' }),
  ]
  const { query } = server.db
  for (const of of [theirs, mine]) {
    const whose = { room_id: of.id, org_id: of.org_id }
    const some = [2_000, 2_001, 2_002]
    const gifts = some.map((n) => ({ ...gift(n, AT), ...whose, room_code: of.room_code }))
    await query.insertInto('gift_event').values(gifts).execute()
    await query
      .insertInto('room_event')
      .values(some.map((n) => event(n, AT, whose)))
      .execute()
  }
  const ids: string[] = []
  for (let before: string | undefined; ids.length < 9; before = ids.at(-1)) {
    const input = { room_code: mine.room_code, page_size: 1, before }
    const { data } = await server.call(roomApi.consoleLogs, input, operator)
    ids.push(...data.list.map((moment) => moment.id))
    if (!data.has_more) break
  }
  const names = ['e-test/e2002', 'e-test/e2001', 'e-test/e2000']
  const all = [...names, 'g-test/g2002', 'g-test/g2001', 'g-test/g2000']
  expect(ids).toEqual(all.map((name) => `${AT}-${name}`))
})

test('what arrived more than five minutes after it happened is marked', async () => {
  const of = await buildRoom(server.platform)
  const whose = { room_id: of.id, room_code: of.room_code }
  const late = { ...gift(3_000, AT), ...whose, received_at: AT + 300_001 }
  const intime = { ...gift(3_001, AT), ...whose, received_at: AT + 300_000 }
  await server.db.query.insertInto('gift_event').values([intime, late]).execute()
  await server.db.query
    .insertInto('room_event')
    .values(event(3_000, AT - 1, { room_id: of.id, received_at: AT + 300_000 }))
    .execute()
  const { data } = await server.call(roomApi.consoleLogs, { room_code: of.room_code }, operator)
  expect(data.list.map((moment) => [moment.event_id, moment.is_late])).toEqual([
    ['g3000', 1],
    ['g3001', 0],
    ['e3000', 1],
  ])
})

describe('filters', () => {
  test('by kind and by run', async () => {
    const kinds = async (query: object) => [
      ...new Set((await logs({ page_size: 200, ...query })).data.list.map((one) => one.kind)),
    ]
    expect(await kinds({ kind: 'event' })).toEqual(['event'])
    expect(await kinds({ kind: 'decision' })).toEqual(['decision'])
    expect(await kinds({ kind: 'speech' })).toEqual(['speech'])
    expect(await kinds({ kind: 'command' })).toEqual([])
    expect(await kinds({ kind: 'system' })).toEqual(['log'])
    const tags = async (kind: string) => [
      ...new Set((await logs({ page_size: 200, kind })).data.list.map((one) => one.tag)),
    ]
    expect(await tags('gift')).toEqual(['gift'])
    expect(await tags('danmu')).toEqual(['danmu'])
    await buildRun('older', AT, AT + 1)
    await buildRun('run', AT + 2, null)
    const older = (await logs({ run_id: 'older', page_size: 200 })).data.list
    expect(older).toHaveLength(15)
    expect(older.every((moment) => moment.run_id === 'older')).toBe(true)
    expect(await kinds({ run_id: 'run' })).toEqual(['event', 'speech', 'decision'])
    expect(await kinds({ run_id: 'nobody' })).toEqual([])
  })

  test('the lines of the system are paged across their kinds: nothing twice, nothing lost', async () => {
    const of = await buildRoom(server.platform)
    const rows = ['state', 'log', 'command', 'speech', 'log', 'state', 'command', 'state'].map(
      (kind, n) => ({ ...speech(n, AT), key: `system/${n}`, room_id: of.id, kind }),
    )
    await server.db.query.insertInto('room_moment').values(rows).execute()
    const seen: string[] = []
    for (let before: string | undefined; seen.length <= rows.length; before = seen.at(-1)) {
      const input = { room_code: of.room_code, kind: 'system' as const, page_size: 2, before }
      const { data } = await server.call(roomApi.consoleLogs, input, operator)
      seen.push(...data.list.map((moment) => moment.id))
      if (!data.has_more) break
    }
    expect(seen).toEqual([7, 6, 5, 4, 2, 1, 0].map((n) => `${AT}-m-system/${n}`))
  })

  test('a cursor that is none is refused', async () => {
    for (const before of ['x', '1-z-a', '1-g-', "1-g-' or 1=1"]) {
      const answer = await logs({ before })
      if (before.endsWith('1=1')) expect(answer).toMatchObject({ code: 0, data: { list: [] } })
      else
        expect(answer).toMatchObject({
          code: 1001,
          data: { fields: { before: '游标不正确，请刷新' } },
        })
    }
  })
})

const decisions = (query: object) =>
  server.call(roomApi.triggerLogs, { room_code: room.room_code, ...query }, operator)

test('the decisions of the rules are listed with their traces', async () => {
  const { data } = await decisions({ page: 2, page_size: 20 })
  expect(data.total).toBe(30)
  expect(data.list).toHaveLength(10)
  expect(data.list.at(-1)).toMatchObject({ event_id: 'e0', at: AT, trace: { steps: [] } })
  const fired = (await decisions({ outcome: 'FIRED', sort_dir: 0 })).data
  expect(fired.total).toBe(15)
  expect(fired.list[0]).toMatchObject({ event_id: 'e1', outcome: 'FIRED', node_name: '关键词' })
  expect((await decisions({ run_id: 'none' })).data).toEqual({
    list: [],
    next: null,
    total: 0,
    total_capped: false,
  })
})
