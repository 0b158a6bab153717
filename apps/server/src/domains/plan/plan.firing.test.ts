import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPlan, firingOf, timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import {
  buildRoom,
  buildStudio,
  comeBack,
  passTime,
  type Studio,
} from '@kaibo/testkit/build/room.build.ts'
import { claim } from './plan.firing.store.ts'

const MINUTE_MS = 60_000
let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterAll(() => server.close())

/** A plan of today that begins and ends in so many minutes. */
const planIn = (room_code: string, from: number, to: number, more: object = {}) =>
  buildPlan(server, room_code, {
    start: timeIn(server, from),
    stop: { mode: 2, at: timeIn(server, to) },
    ...more,
  })

/** Waits for what the beats of the server do. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (;;) {
    const value = await read()
    if (holds(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const settled = (plan_id: string) =>
  until(
    () => firingOf(server, plan_id),
    ({ status }) => status === 1,
  )
const info = async (room_code: string) =>
  (await server.call(roomApi.info, { room_code }, operator)).data
const runs = (firing_id: string) =>
  server.db.query.selectFrom('run').selectAll().where('firing_id', '=', firing_id).execute()

/** Until the plan is due, with the PC there. */
const reach = (studio: Studio, minutes: number) => passTime(server, minutes * MINUTE_MS, studio)

test('at its time the room goes on air once, and stops when the plan says', async () => {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 2, 5)
  await reach(studio, 2)
  const run_id = await obeyStart(studio.agent, room_code)
  const firing = await settled(plan.id)
  expect(firing).toMatchObject({ outcome: 'started', run_id, tries: 1 })
  const [run, ...more] = await runs(firing.id)
  expect(more).toEqual([])
  expect(run).toMatchObject({ plan_id: plan.id, firing_try: 1, started_by: null })
  expect(run?.started_at).toBeGreaterThanOrEqual(firing.due_at)
  const row = await until(
    () => info(room_code),
    ({ state }) => state === 'living',
  )
  expect(row.stop).toMatchObject({ mode: 2, by: 'plan', at: firing.end_at })

  await reach(studio, 3)
  const stopping = await until(
    () => info(room_code),
    ({ state }) => state !== 'living',
  )
  expect(stopping.state).toBe('stopping')
  // The one of before the start has the same `run`.
  await studio.agent.next('desired', ({ rooms: [one] }) => one?.stop_mode === 'sentence')
  studio.agent.report({ room_code, run_id: null, worker: WorkerStatus.undo })
  await until(
    () => info(room_code),
    ({ state }) => state === 'ended',
  )
  expect((await runs(firing.id))[0]?.end_cause).toBe('plan_stop')
})

test('what is not passed is left to a person with its reason; they start it, and the plan counts', async () => {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 2, 30, { name: '早场' })
  studio.agent.kill()
  server.clock.advance(40_000)
  await until(
    () => info(room_code),
    ({ pc }) => pc?.presence === 'offline',
  )
  server.clock.advance(80_000)
  expect(await settled(plan.id)).toMatchObject({
    outcome: 'blocked',
    detail: expect.stringContaining('PC在线') as string,
  })
  const row = await until(
    () => info(room_code),
    ({ state }) => state === 'needs_attention',
  )
  expect(row).toMatchObject({ status: 0, attention: { act: 'start' } })
  expect(row.attention?.reason).toMatch(/^计划「早场」未能开播：.*PC在线（离线）/)
  expect(row.last_error_en).toContain('The plan “早场” could not start')

  const agent = await comeBack(server.platform, url, studio.pc)
  const started = server.call(roomApi.start, { room_code }, operator)
  const run_id = await obeyStart(agent, room_code)
  expect((await started).code).toBe(0)
  const firing = await firingOf(server, plan.id)
  expect(firing).toMatchObject({ outcome: 'started', run_id })
  expect((await runs(firing.id))[0]).toMatchObject({ plan_id: plan.id })
  expect((await info(room_code)).stop?.at).toBe(firing.end_at)
})

test('what waits for a person may be dismissed', async () => {
  const room = await buildRoom(server.platform)
  const plan = await planIn(room.room_code, 1, 30)
  server.clock.advance(MINUTE_MS)
  await settled(plan.id)
  const act = { room_code: room.room_code, act: 'dismiss' } as const
  const { code, data } = await server.call(roomApi.air, act, operator)
  expect([code, data.state, data.last_error, data.attention]).toEqual([0, 'idle', null, null])
})

test('more than five minutes late it is skipped, and the room stays as it is', async () => {
  const room = await buildRoom(server.platform)
  const plan = await planIn(room.room_code, 1, 60)
  server.clock.advance(8 * MINUTE_MS)
  expect(await settled(plan.id)).toMatchObject({
    outcome: 'skipped_late',
    detail: expect.stringMatching(/^迟到[78]分钟$/) as string,
  })
  expect((await info(room.room_code)).state).toBe('idle')
})

test('of a room whose plans are off nothing comes', async () => {
  const room = await buildRoom(server.platform)
  const plan = await planIn(room.room_code, 1, 60)
  const off = { room_code: room.room_code, version: 0, plans_on: false }
  expect((await server.call(planApi.settings, off, operator)).code).toBe(0)
  server.clock.advance(MINUTE_MS)
  expect((await settled(plan.id)).outcome).toBe('skipped_off')
})

test('a room that is on air takes plan and stop of what is due', async () => {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 1, 30)
  const started = server.call(roomApi.start, { room_code }, operator)
  const run_id = await obeyStart(studio.agent, room_code)
  await started
  await reach(studio, 1)
  const firing = await settled(plan.id)
  expect(firing).toMatchObject({ outcome: 'adopted', run_id })
  const run = await server.db.query
    .selectFrom('run')
    .selectAll()
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
  expect(run).toMatchObject({ plan_id: plan.id, stop_due_at: firing.end_at })
})

test('a start that fails is tried once more after a minute, and not a third time', async () => {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 1, 60)
  await reach(studio, 1)
  const fail = async () => {
    const { rooms } = await studio.agent.next('desired', ({ rooms: [one] }) => one?.run === true)
    const run_id = rooms[0]?.run_id ?? null
    const worker = WorkerStatus.unliving
    studio.agent.report({ room_code, run_id, worker, error: '推流失败' })
  }
  await fail()
  const again = await until(
    () => firingOf(server, plan.id),
    ({ retry_at }) => retry_at !== null,
  )
  expect(again).toMatchObject({ status: 0, outcome: null, tries: 1, detail: '推流失败' })
  await passTime(server, 61_000, studio)
  await fail()
  const over = await until(
    () => firingOf(server, plan.id),
    ({ outcome }) => outcome === 'failed',
  )
  expect(over).toMatchObject({ status: 1, tries: 2, detail: '推流失败' })
  expect(await runs(over.id)).toHaveLength(2)
})

test('a firing is one server’s, and another’s where that one says nothing for a minute', async () => {
  const { db, clock } = server
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const plan = await planIn(room.room_code, 600, 660)
  const { id, due_at } = await firingOf(server, plan.id)
  const take = async (now: number) =>
    (await db.transaction((trx) => claim(trx, db.dialect, now, 500))).some((one) => one.id === id)
  expect(await take(due_at - 1)).toBe(false)
  const both = await Promise.all([take(due_at), take(due_at)])
  expect(both.filter(Boolean)).toHaveLength(1)
  expect(await take(due_at + 59_999)).toBe(false)
  expect(await take(due_at + 60_000)).toBe(true)
  expect((await firingOf(server, plan.id)).first_at).toBe(due_at)
  // By a clock that was put forth, and back again.
  expect(await take(due_at + 3 * 60 * MINUTE_MS)).toBe(true)
  expect(await take(due_at + 2 * MINUTE_MS)).toBe(true)
  expect((await firingOf(server, plan.id)).first_at).toBe(due_at)
  expect(clock.now()).toBeLessThan(due_at)
})

test('a clock that goes back fires nothing twice, and one that goes forth skips what is too late', async () => {
  const room = await buildRoom(server.platform)
  const early = await planIn(room.room_code, 1, 30)
  const late = await planIn(room.room_code, 60, 90)
  server.clock.advance(MINUTE_MS)
  const before = await settled(early.id)
  expect(before.outcome).toBe('blocked')
  server.clock.advance(-30 * MINUTE_MS)
  // Made anew, what has come of it stays.
  await buildPlan(server, room.room_code, { ...planAgain(early), version: 1 })
  expect(await firingOf(server, early.id)).toMatchObject({ id: before.id, outcome: 'blocked' })
  server.clock.advance(2 * 60 * MINUTE_MS)
  expect((await settled(late.id)).outcome).toBe('skipped_late')
  expect(await firingOf(server, early.id)).toMatchObject({ outcome: 'blocked', tries: 0 })
})

const planAgain = ({ id, name, start, stop }: Awaited<ReturnType<typeof buildPlan>>) => ({
  id,
  name,
  start,
  stop,
})
