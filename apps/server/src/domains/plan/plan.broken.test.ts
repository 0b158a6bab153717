import { afterAll, beforeAll, expect, test } from 'vitest'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPack } from '@kaibo/testkit/build/pack.build.ts'
import { buildPlan, firingOf, timeIn } from '@kaibo/testkit/build/plan.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'

/* A start that breaks by a fault of the server. */

const MINUTE_MS = 60_000
let server: TestServer
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  operator = await server.login('operator')
})
afterAll(() => server.close())

/** How often the checks of this room have broken off. */
async function broken(room_id: string): Promise<number> {
  const rows = await server.db.query
    .selectFrom('room_moment')
    .select('data_json')
    .where('room_id', '=', room_id)
    .where('kind', '=', 'state')
    .execute()
  return rows.filter(({ data_json }) => data_json?.includes('preflight_broken')).length
}

/** A room whose rules cannot be read, with a plan that is due in a minute. */
async function buildBroken(until: number) {
  const room = await buildRoom(server.platform, {
    bundle_hash: await buildPack(server.platform, '{'),
  })
  const { room_code } = room
  const within = { room_code, version: 0, plans_on: true, late_min: 2 }
  expect((await server.call(planApi.settings, within, operator)).code).toBe(0)
  const stop = { mode: 2 as const, at: timeIn(server, until) }
  const plan = await buildPlan(server, room_code, { name: '早场', start: timeIn(server, 1), stop })
  return { room, plan }
}

test('is tried again each minute, and left to a person with its reason once the room would be too late', async () => {
  const { room, plan } = await buildBroken(60)
  for (const tries of [1, 2]) {
    server.clock.advance(MINUTE_MS)
    await expect.poll(() => broken(room.id)).toBe(tries)
    expect(await firingOf(server, plan.id)).toMatchObject({ status: 0, outcome: null })
  }
  server.clock.advance(MINUTE_MS)
  await expect.poll(async () => (await firingOf(server, plan.id)).outcome).toBe('blocked')
  expect(await broken(room.id)).toBe(3)
  expect((await firingOf(server, plan.id)).detail).toMatch(/^开播时服务器出错，请手动开播/)
  const { data } = await server.call(roomApi.info, { room_code: room.room_code }, operator)
  expect(data).toMatchObject({ state: 'needs_attention', attention: { act: 'start' } })
  expect(data.last_error).toMatch(/^计划「早场」未能开播：开播时服务器出错/)
  const { alarm } = await server.db.query
    .selectFrom('room')
    .select('alarm')
    .where('id', '=', room.id)
    .executeTakeFirstOrThrow()
  expect(alarm).toBe(data.last_error)
})

test('of a plan that is over sooner it is left to a person before that', async () => {
  const { room, plan } = await buildBroken(2)
  server.clock.advance(MINUTE_MS)
  await expect.poll(async () => (await firingOf(server, plan.id)).outcome).toBe('blocked')
  expect(await broken(room.id)).toBe(1)
})
