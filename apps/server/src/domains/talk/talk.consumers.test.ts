import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Bundle } from '@kaibo/contract/talk/bundle.schema.ts'
import { talkApi } from '@kaibo/contract/talk/talk.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'

let server: TestServer
let operator: Login
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  air = await buildOnAir(server.platform)
})
afterAll(() => server.close())

type Viewer = InputOf<typeof talkApi.saveConsumers>['list'][number]
const viewer = (open_id: string, more: Partial<Viewer> = {}): Viewer => ({
  open_id,
  nickname: '老板',
  level: 1,
  ...more,
})
const read = async () =>
  (await server.call(talkApi.consumers, { room_code: air.room.room_code }, operator)).data
const save = async (list: Viewer[], version?: number) =>
  server.call(
    talkApi.saveConsumers,
    { room_code: air.room.room_code, version: version ?? (await read()).version, list },
    operator,
  )
async function bundle(): Promise<Bundle> {
  const { body } = await server.db.query
    .selectFrom('room')
    .innerJoin('pack', 'pack.hash', 'room.bundle_hash')
    .select('pack.body')
    .where('room.id', '=', air.room.id)
    .executeTakeFirstOrThrow()
  return JSON.parse(body) as Bundle
}

test('on air too, important viewers are saved, and the pack that the room runs by knows them', async () => {
  const before = await bundle().catch(() => undefined)
  expect(before?.viewers).toBeUndefined()
  const saved = await save([viewer('u1', { level: 3, greet: '欢迎老板回家', note: '老客户' })])
  expect(saved).toMatchObject({ code: 0, data: { version: 1 } })
  expect((await bundle()).viewers).toEqual([{ open_id: 'u1', level: 3, greet: '欢迎老板回家' }])
  expect((await read()).list).toEqual([
    {
      open_id: 'u1',
      nickname: '老板',
      note: '老客户',
      level: 3,
      greet: '欢迎老板回家',
      spend_fen: 0,
      last_at: null,
    },
  ])
  await save([])
  expect((await bundle()).viewers).toBeUndefined()
})

test('what each gave in this room shows; made-up money does not', async () => {
  const at = server.clock.now()
  const event = { source: 'test', kind: 'gift', gift_id: '1', gift_name: '玫瑰', count: 1 }
  const where = {
    room_id: air.room.id,
    room_code: air.room.room_code,
    run_id: air.run.run_id,
    account_id: air.room.account_id,
    org_id: air.room.org_id,
  }
  const gift = (event_id: string, fen: number, more: object = {}) => ({
    ...event,
    ...where,
    event_id,
    fen,
    at,
    open_id: 'u1',
    nickname: '老板',
    raw_unit: 'coin',
    raw_value: fen,
    is_ai: 0 as const,
    is_test: 0 as const,
    received_at: at,
    ...more,
  })
  await server.db.query
    .insertInto('gift_event')
    .values([
      gift('g1', 100),
      gift('g2', 250, { at: at + 5 }),
      gift('g3', 999, { is_test: 1 }),
      gift('g4', 999, { is_ai: 1 }),
      gift('g5', 999, { room_id: 'another' }),
    ])
    .execute()
  await save([viewer('u1'), viewer('u2')])
  expect((await read()).list.map(({ spend_fen, last_at }) => [spend_fen, last_at])).toEqual([
    [350, at + 5],
    [0, null],
  ])
})

test('an outdated save is refused with what is there; of two at once one is', async () => {
  const { version } = await read()
  expect((await save([viewer('u1')], version)).code).toBe(0)
  expect(await save([viewer('u9')], version)).toMatchObject({
    code: 1006,
    data: { version: version + 1, list: [{ open_id: 'u1' }] },
  })
  const both = await Promise.all(['a', 'b'].map((id) => save([viewer(id)], version + 1)))
  expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([0, 1006])
})

test.each([
  [[viewer('u1'), viewer('u1')], { 'list.1.open_id': '这位观众重复了' }],
  [[viewer('')], { 'list.0.open_id': '请输入用户标识' }],
  [[viewer('u', { level: 4 })], { 'list.0.level': '重要程度须在1-3之间' }],
  [[viewer('u', { greet: '长'.repeat(101) })], { 'list.0.greet': expect.stringContaining('100') }],
  [
    Array.from({ length: 501 }, (_, i) => viewer(`u${i}`)),
    { list: expect.stringContaining('500') },
  ],
])('a wrong list is refused by the name of its field', async (list, fields) => {
  expect(await save(list)).toMatchObject({ code: 1001, data: { fields } })
})

test('the audit says who changed, not the hundreds that stayed', async () => {
  const many = Array.from({ length: 300 }, (_, i) => viewer(`m${i}`))
  await save(many)
  await save([...many.slice(1), viewer('new', { note: '新来的' })])
  const row = await server.db.query
    .selectFrom('audit')
    .select(['before_json', 'after_json', 'input_json'])
    .where('action', '=', 'talk.saveConsumers')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.before_json ?? '')).toMatchObject({ list: [{ open_id: 'm0' }] })
  expect(JSON.parse(row.after_json ?? '')).toMatchObject({ list: [{ open_id: 'new' }] })
  expect(row.input_json.length).toBeLessThan(200)
})
