import { afterEach, beforeEach, expect, test } from 'vitest'
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
  goOnAir,
  passTime,
  type Studio,
} from '@kaibo/testkit/build/room.build.ts'

/* What a plan that is due waits for, because it is over by itself in a moment. */

const MINUTE_MS = 60_000
let server: TestServer
let url: string
let operator: Login

beforeEach(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
})
afterEach(() => server.close())

const planIn = (room_code: string, from: number, to: number) =>
  buildPlan(server, room_code, {
    start: timeIn(server, from),
    stop: { mode: 2, at: timeIn(server, to) },
  })

/** Waits until a server has looked at it: it is settled, or let go of. */
async function lookedAt(plan_id: string) {
  const isLookedAt = async () => {
    const { status, claimed_at, due_at } = await firingOf(server, plan_id)
    return status === 1 || (claimed_at !== null && claimed_at < due_at)
  }
  await expect.poll(isLookedAt).toBe(true)
  return firingOf(server, plan_id)
}

const stateOf = async (id: string) => {
  const room = server.db.query.selectFrom('room').select('state').where('id', '=', id)
  return (await room.executeTakeFirstOrThrow()).state
}

/** The PC is told to stop at the sentence's end. */
async function stop({ room: { room_code }, agent }: Studio): Promise<void> {
  const asked = { room_code, mode: 'sentence' } as const
  expect((await server.call(roomApi.stop, asked, operator)).code).toBe(0)
  await agent.next('desired', ({ rooms: [one] }) => one?.stop_mode === 'sentence')
}

/** The PC says that it has, and a second goes by. */
async function hasStopped({ room: { id, room_code }, agent }: Studio): Promise<void> {
  agent.report({ room_code, run_id: null, worker: WorkerStatus.undo })
  await expect.poll(() => stateOf(id)).toBe('ended')
  server.clock.advance(1_000)
}

const WAITS = { status: 0, outcome: null }

test('a server that has just started waits for the PC to connect again', async () => {
  const now = server.clock.now()
  const pc = await buildPc(server.platform, { online: 1, last_seen_at: now - 1_000 })
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const plan = await planIn(room.room_code, 1, 30)
  server.clock.advance(MINUTE_MS)
  expect(await lookedAt(plan.id)).toMatchObject(WAITS)
  expect(await stateOf(room.id)).toBe('idle')

  const agent = await comeBack(server.platform, url, pc)
  server.clock.advance(1_000)
  const run_id = await obeyStart(agent, room.room_code)
  expect(await firingOf(server, plan.id)).toMatchObject({ outcome: 'started', run_id })
})

test('of two plans back to back on one PC the second waits until the first has stopped', async () => {
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const next = await buildRoom(server.platform, { pc_id: studio.pc.id })
  await planIn(room_code, 1, 3)
  const plan = await planIn(next.room_code, 3, 30)
  await passTime(server, MINUTE_MS, studio)
  await obeyStart(studio.agent, room_code)
  await expect.poll(() => stateOf(studio.room.id)).toBe('living')
  await passTime(server, 2 * MINUTE_MS, studio)
  await expect.poll(() => stateOf(studio.room.id)).toBe('stopping')
  expect(await lookedAt(plan.id)).toMatchObject(WAITS)

  await hasStopped(studio)
  const run_id = await obeyStart(studio.agent, next.room_code)
  expect(await firingOf(server, plan.id)).toMatchObject({ outcome: 'started', run_id })
})

test('waited for as long as the room allows, the checks say whose run holds the PC', async () => {
  const studio = await goOnAir(server, url, operator)
  const next = await buildRoom(server.platform, { pc_id: studio.pc.id })
  const plan = await planIn(next.room_code, 1, 30)
  const within = { room_code: next.room_code, version: 0, plans_on: true, late_min: 1 }
  expect((await server.call(planApi.settings, within, operator)).code).toBe(0)
  await stop(studio)
  await passTime(server, MINUTE_MS, studio)
  expect(await lookedAt(plan.id)).toMatchObject(WAITS)
  await passTime(server, 1.5 * MINUTE_MS, studio)
  await expect.poll(async () => (await firingOf(server, plan.id)).outcome).toBe('blocked')
  expect((await firingOf(server, plan.id)).detail).toContain('PC未被占用')
  expect(await stateOf(next.id)).toBe('needs_attention')
})

test('a run that begins to end is not joined', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 1, 30)
  // As another server writes it in the moment between the look at the room and the joining.
  await server.db.query
    .updateTable('run')
    .set({ end_cause: 'operator_stop' })
    .where('run_id', '=', studio.run_id)
    .execute()
  await passTime(server, MINUTE_MS, studio)
  expect(await lookedAt(plan.id)).toMatchObject(WAITS)
  await stop(studio)
  await hasStopped(studio)
  await expect.poll(async () => (await firingOf(server, plan.id)).outcome).toBe('started')
  expect((await firingOf(server, plan.id)).run_id).not.toBe(studio.run_id)
})

test('a second try that finds the room stopping counts its wait from when it was due itself', async () => {
  const studio = await goOnAir(server, url, operator)
  const { room_code } = studio.room
  const plan = await planIn(room_code, 20, 60)
  const { id, due_at } = await firingOf(server, plan.id)
  const now = server.clock.now()
  // It began half an hour ago, failed a moment ago, and a person has started and stops the room meanwhile.
  await server.db.query
    .updateTable('plan_firing')
    .set({ due_at: due_at - 50 * MINUTE_MS, first_at: due_at - 50 * MINUTE_MS })
    .set({ retry_at: now + 1_000, tries: 1 })
    .where('id', '=', id)
    .execute()
  await stop(studio)
  server.clock.advance(1_000)
  const looked = async () => (await firingOf(server, plan.id)).claimed_at !== null
  await expect.poll(looked).toBe(true)
  await hasStopped(studio)
  await expect.poll(async () => (await firingOf(server, plan.id)).outcome).toBe('started')
  expect(await firingOf(server, plan.id)).toMatchObject({ tries: 2 })
})

test('what waits is not to be any more where its plan is moved, and ends as the plan says now', async () => {
  const now = server.clock.now()
  const pc = await buildPc(server.platform, { online: 1, last_seen_at: now - 1_000 })
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const plan = await planIn(room.room_code, 1, 30)
  server.clock.advance(MINUTE_MS)
  const { id, due_at } = await lookedAt(plan.id)
  const change = (more: object) =>
    buildPlan(server, room.room_code, { id: plan.id, name: plan.name, start: plan.start, ...more })
  const later = timeIn(server, 60)
  await change({ version: 1, stop: { mode: 2, at: later } })
  expect(await firingOf(server, plan.id)).toMatchObject({
    ...WAITS,
    end_at: due_at + 60 * MINUTE_MS,
  })
  await change({ version: 2, start: timeIn(server, 20), stop: { mode: 2, at: later } })
  const first = await server.db.query
    .selectFrom('plan_firing')
    .select('outcome')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(first.outcome).toBe('cancelled')
})
