import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { buildRoom, goOnAir, type Room } from '@kaibo/testkit/build/room.build.ts'

let server: TestServer
let operator: Login
let room: Room
let agent: TestAgent

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
  const on = await goOnAir(server, await server.listen(), operator)
  room = on.room
  agent = on.agent
})
afterAll(() => server.close())

const line = {
  speech_id: 's1',
  text: '最好的音响',
  priority: 50,
  age_ms: 1_200,
  left_ms: 58_800,
  cause: '答谢',
  ready: false,
}
const order = { speech_id: 's1', act: 'say' } as const
const waiting = (room_code = room.room_code) => server.call(roomApi.queue, { room_code }, operator)
const act = (room_code = room.room_code) =>
  server.call(roomApi.queueAct, { room_code, ...order }, operator)

test('the lines that wait are those that the PC names', async () => {
  const asked = waiting()
  const { id, order: none } = await agent.next('ask_queue')
  expect(none).toBeNull()
  agent.send({ type: 'queue', id, list: [line], done: true })
  expect((await asked).data).toEqual({ list: [line] })
})

test('an order goes to the PC, and who gave it is written down', async () => {
  const asked = act()
  const { id, order: given } = await agent.next('ask_queue')
  expect(given).toEqual(order)
  agent.send({ type: 'queue', id, list: [], done: true })
  expect(await asked).toMatchObject({ code: 0 })
  const { target, after_json } = await server.db.query
    .selectFrom('audit')
    .select(['target', 'after_json'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect([target, JSON.parse(after_json ?? '')]).toEqual([room.name, order])
})

test('a line that is gone is said to be', async () => {
  const asked = act()
  const { id } = await agent.next('ask_queue')
  agent.send({ type: 'queue', id, list: [], done: false })
  expect(await asked).toMatchObject({ code: 1006, msg: '这句话已经说了或过期，不在队列中了' })
})

test('a room that is not on air has no lines, and none to act on', async () => {
  const idle = await buildRoom(server.platform)
  expect((await waiting(idle.room_code)).data).toEqual({ list: [] })
  const asked = act()
  const { id } = await agent.next('ask_queue')
  agent.send({ type: 'queue', id, list: null, done: false })
  expect(await asked).toMatchObject({ code: 1006, msg: '直播间没有在播' })
})

test('a PC that is away does not answer', async () => {
  const { room: away } = await buildOnAir(server.platform)
  const words = { code: 1008, msg: 'PC未响应，请稍后重试' }
  expect(await waiting(away.room_code)).toMatchObject(words)
  expect(await act(away.room_code)).toMatchObject(words)
})
