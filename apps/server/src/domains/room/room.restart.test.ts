import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RECONNECT_WINDOW_MS } from '@kaibo/contract/agent/frames.ts'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { connectAgent, heartbeatOf, obeyStart, reportOf } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildRoom, buildStudio, type Room, type Studio } from '@kaibo/testkit/build/room.build.ts'

let dir: string
let server: TestServer

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'kaibo-restart-'))
  server = await bootServer({ file: join(dir, 'kaibo.db') })
  // The server that follows begins at the clock's own instant: this one ended ten minutes before.
  server.clock.advance(-600_000)
})
afterEach(async () => {
  await server.close()
  rmSync(dir, { recursive: true, force: true })
})

/** The same database under a new server. */
async function restart(): Promise<string> {
  await server.close()
  server = await bootServer({ file: join(dir, 'kaibo.db') })
  return server.listen()
}

const stateOf = async ({ id }: Room) =>
  (
    await server.db.query
      .selectFrom('room')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

const beats = () => new Promise((resolve) => setTimeout(resolve, 1_300))

async function reconnect(url: string, { pc }: Studio) {
  const { id: pc_id, private_key } = pc
  return connectAgent(url, { pc_id, private_key, ts: server.clock.now() })
}

test('an open run goes on: the room stays on air, and the PC is asked for the same run', async () => {
  const operator = await server.login('operator')
  const studio = await buildStudio(server.platform, await server.listen())
  const { room_code } = studio.room
  const started = server.call(roomApi.start, { room_code }, operator)
  const run_id = await obeyStart(studio.agent, room_code)
  await started

  const url = await restart()
  expect(await stateOf(studio.room)).toBe('living')
  const agent = await reconnect(url, studio)
  const { rooms } = await agent.hello({
    rooms: [reportOf({ room_code, run_id, worker: WorkerStatus.living })],
  })
  expect(rooms).toMatchObject([{ room_code, run: true, run_id }])
  await beats()
  expect(await stateOf(studio.room)).toBe('living')

  expect(await server.call(roomApi.stop, { room_code }, operator)).toMatchObject({ code: 0 })
  await agent.next('desired', (frame) => frame.rooms[0]?.run === false)
  agent.report({ room_code, run_id, worker: WorkerStatus.unliving })
  await expect.poll(() => stateOf(studio.room)).toBe('ended')
  agent.kill()
})

test('who waits for a start while the server ends is told so, and the start goes on', async () => {
  const operator = await server.login('operator')
  const url = await server.listen()
  const studio = await buildStudio(server.platform, url)
  const { room_code } = studio.room
  const answer = fetch(`${url}${roomApi.start.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${operator.token}` },
    body: JSON.stringify({ room_code }),
  })
  await expect.poll(() => stateOf(studio.room)).toBe('starting')
  const next = restart()
  const told = await answer
  expect([told.status, await told.json()]).toEqual([
    503,
    { code: 1009, msg: '服务正在重启，这一步可能已经生效，请稍后查看', data: null },
  ])
  await next
  expect(await stateOf(studio.room)).toBe('starting')
  const audit = server.db.query.selectFrom('audit').select(['username', 'outcome'])
  expect(await audit.where('action', '=', 'room.start').execute()).toEqual([
    { username: expect.any(String), outcome: 'interrupted' },
  ])
})

test('a start that was under way gets time to be reported, then fails', async () => {
  const slow = await buildStudio(server.platform, await server.listen())
  const lost = await buildRoom(server.platform, { state: 'starting', run_id: 'lost' })
  const { room } = slow
  await server.db.query
    .updateTable('room')
    .set({ state: 'starting', run_id: 'open', desired_run: 1 })
    .where('id', '=', room.id)
    .execute()

  const url = await restart()
  await beats()
  expect(await stateOf(room)).toBe('starting')
  const agent = await reconnect(url, slow)
  const { room_code } = room
  await agent.hello({
    rooms: [reportOf({ room_code, run_id: 'open', worker: WorkerStatus.living })],
  })
  await expect.poll(() => stateOf(room)).toBe('living')

  server.clock.advance(RECONNECT_WINDOW_MS)
  agent.send(heartbeatOf(server.clock.now()))
  await beats()
  expect(await stateOf(lost)).toBe('starting')
  server.clock.advance(55_001)
  await expect.poll(() => stateOf(lost), { timeout: 5_000 }).toBe('failed')
  agent.kill()
})

test('checks that a dead server left half done are given up', async () => {
  const room = await buildRoom(server.platform, { state: 'preflight' })
  await restart()
  await expect.poll(() => stateOf(room), { timeout: 5_000 }).toBe('idle')
  const moments = await server.db.query
    .selectFrom('room_moment')
    .select('text')
    .where('room_id', '=', room.id)
    .execute()
  expect(moments).toEqual([{ text: '服务重启后收尾' }])
})
