import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { goOnAir, passTime, type Studio } from '@kaibo/testkit/build/room.build.ts'

const MINUTE_MS = 60_000
let server: TestServer
let operator: Login
let url: string
beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

const rule = (room_code: string, stop: object | null) =>
  server.call(roomApi.stopRule, { room_code, stop: stop as never }, operator)
const info = async (room_code: string) =>
  (await server.call(roomApi.info, { room_code }, operator)).data
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const lines = async (room_code: string) => {
  const { data } = await server.call(roomApi.consoleLogs, { room_code, page_size: 20 }, operator)
  return data.list.map(({ text }) => text)
}
const living = (studio: Studio & { run_id: string }, queue: number) =>
  studio.agent.report({
    room_code: studio.room.room_code,
    run_id: studio.run_id,
    worker: WorkerStatus.living,
    queue,
  })

test('while sentences wait it is postponed step by step, and said; then it ends by the sentence', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  const stop = { mode: 3, at: timeIn(server, 1), cap_min: 5 }
  const set = await rule(room_code, stop)
  expect(set.data.stop).toMatchObject({ mode: 3, by: 'person', cap_min: 5 })
  await studio.agent.next('desired', ({ rooms: [one] }) => one?.stop !== undefined)
  living(studio, 3)
  await passTime(server, MINUTE_MS, studio)
  const row = await until(
    () => info(room_code),
    (one) => one.stop !== null && one.stop.due_at > one.stop.at,
  )
  expect((row.stop?.due_at ?? 0) - (row.stop?.at ?? 0)).toBe(5 * MINUTE_MS)
  expect((await lines(room_code)).join()).toContain('已顺延5分钟')
  living(studio, 3)
  await passTime(server, 6 * MINUTE_MS, studio)
  // At the cap nothing keeps it
  const end = await until(
    () => info(room_code),
    ({ state }) => state !== 'living',
  )
  expect(end).toMatchObject({ state: 'stopping', stop: null })
  const { rooms } = await studio.agent.next('desired', ({ rooms: [one] }) => one?.run === false)
  expect(rooms[0]?.stop_mode).toBe('sentence')
})

test('at the end of the round is now where none is played, and taken back it goes on', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  expect((await rule(room_code, { mode: 2 })).code).toBe(1001)
  expect((await rule(room_code, { mode: 2, at: timeIn(server, 1) })).code).toBe(0)
  expect((await rule(room_code, null)).data.stop).toBeNull()
  await passTime(server, 2 * MINUTE_MS, studio)
  expect((await info(room_code)).state).toBe('living')
  expect((await rule(room_code, { mode: 1 })).code).toBe(0)
  await until(
    () => info(room_code),
    ({ state }) => state === 'stopping',
  )
})

test('a rule’s wish is heard once; of two times the earlier counts', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  const due_at = server.clock.now() + 20 * MINUTE_MS
  const stop_wish = {
    effect: 'e1',
    mode: 2,
    due_at,
    cap_at: due_at,
    step_min: 5,
    gift_s: 60,
  } as const
  const wish = () =>
    studio.agent.report({
      room_code,
      run_id: studio.run_id,
      worker: WorkerStatus.living,
      stop_wish,
    })
  wish()
  const row = await until(
    () => info(room_code),
    ({ stop }) => stop !== null,
  )
  expect(row.stop).toMatchObject({ by: 'rule', due_at })
  await rule(room_code, null)
  wish()
  const { rooms } = await studio.agent.next(
    'desired',
    ({ rooms: [one] }) => one?.stop === undefined && one?.wish_heard === 'e1',
  )
  expect(rooms[0]?.run).toBe(true)
  expect((await info(room_code)).stop).toBeNull()
})

test('what the PC ended while the server was away has its cause', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  studio.agent.report({
    room_code,
    run_id: studio.run_id,
    worker: WorkerStatus.unliving,
    ended_by: 'stop_condition',
  })
  await until(
    () => info(room_code),
    ({ state }) => state === 'ended',
  )
  const run = await server.db.query
    .selectFrom('run')
    .select('end_cause')
    .where('run_id', '=', studio.run_id)
    .executeTakeFirstOrThrow()
  expect(run.end_cause).toBe('stop_condition')
})

test('what the PC put off while the server was away stands, within the cap', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  const { data } = await rule(room_code, { mode: 3, at: timeIn(server, 1), cap_min: 10 })
  const { at = 0, cap_at = 0 } = data.stop ?? {}
  const put = (due_at: number) =>
    studio.agent.report({
      room_code,
      run_id: studio.run_id,
      worker: WorkerStatus.living,
      stop_postponed: { due_at, cap_at },
    })
  put(cap_at + 1)
  put(at + 5 * MINUTE_MS)
  const row = await until(
    () => info(room_code),
    ({ stop }) => stop?.due_at !== at,
  )
  expect(row.stop).toMatchObject({ at, due_at: at + 5 * MINUTE_MS, cap_at, by: 'person' })
})
