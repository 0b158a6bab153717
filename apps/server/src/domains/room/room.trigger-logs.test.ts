import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir, type OnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { TEST_NOW } from '@kaibo/testkit/clock.ts'

let server: TestServer
let operator: Login
let air: OnAir

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  air = await buildOnAir(server.platform)
})
afterAll(() => server.close())

const decision = (n: number, more: object) => ({
  type: 'decision',
  room_code: air.room.room_code,
  run_id: air.run.run_id,
  at: TEST_NOW + n,
  event_id: `e${n}`,
  event_key: 'gift.receive',
  set_id: 's',
  node_id: 'n',
  node_name: '谢礼',
  outcome: 'FIRED',
  text: null,
  trace: null,
  ...more,
})

const found = async (query: object) => {
  const asked = { room_code: air.room.room_code, ...query }
  const { data } = await server.call(roomApi.triggerLogs, asked, operator)
  return { ...data, events: data.list.map(({ event_id }) => event_id) }
}

test('decisions are found by set, rule, event, viewer and time, and say what they were made of', async () => {
  const vars = { 'ev.user.open_id': 'u9', 'ev.gift.value': 100 }
  const prior = { 'limit:s/n': 2, 'said:s/n': [0, 2] }
  const items = [
    decision(1, { set_id: 'other' }),
    decision(2, { node_id: 'other' }),
    decision(3, { event_key: 'danmu.message' }),
    decision(4, { open_id: 'u9', vars, prior, v: 7, effects: [{ effect_id: 1, kind: 'say' }] }),
    // A PC of before says nothing of all this
    decision(5, {}),
    decision(6, { vars: { 'ev.text': '长'.repeat(500) }, prior: tooMuch }),
  ]
  const { refused } = await server.app.ingest.storeSpool(air.pc.id, 'spool', 1, items)
  expect(refused).toEqual([])
  expect((await found({ set_id: 'other' })).events).toEqual(['e1'])
  expect((await found({ set_id: 's', node_id: 'other' })).events).toEqual(['e2'])
  expect((await found({ event_key: 'danmu.message' })).events).toEqual(['e3'])
  const { list } = await found({ user: 'u9' })
  expect(list).toMatchObject([
    { v: 7, user: 'u9', vars, prior, effects: [{ effect_id: 1, kind: 'say' }] },
  ])
  const between = await found({ from_at: TEST_NOW + 2, to_at: TEST_NOW + 4 })
  expect(between.events).toEqual(['e4', 'e3', 'e2'])
  const first = await found({ node_id: 'n', page_size: 2 })
  expect(first.events).toEqual(['e6', 'e5'])
  expect((await found({ node_id: 'n', page_size: 2, cursor: first.next })).events).toEqual([
    'e4',
    'e3',
  ])
  const [, old] = first.list
  expect(old).toMatchObject({ v: null, user: null, effects: null, vars: null, prior: null })
  expect(first.list[0]).toMatchObject({ vars: { 'ev.text': expect.any(String) }, prior: null })
})

/** More than a row keeps. */
const tooMuch = Object.fromEntries(
  Array.from({ length: 200 }, (_, i) => [`limit:set/node-${i}`, i]),
)
