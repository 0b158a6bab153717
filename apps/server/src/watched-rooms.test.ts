import websocket from '@fastify/websocket'
import { fastify } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WATCHED } from '@kaibo/contract/agent/queue.schema.ts'
import { topics } from '@kaibo/contract/live/topics.ts'
import { WATCH_EVERY_MS } from '@kaibo/contract/live/watch.ts'
import { connectAgent, type TestAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom, comeBack, passTime, type Room } from '@kaibo/testkit/build/room.build.ts'
import { listen as listenAs } from '@kaibo/testkit/listen.ts'
import { linkPlugin } from '#domains/link/link.plugin.ts'
import { createLink, type Link } from '#domains/link/link.service.ts'
import { createRooms } from '#domains/room/room.service.ts'

/* Consoles are connected to one server, PCs to a second beside it: its own link and rooms, the same database and bus. */
const http = fastify()
let server: TestServer
let url: string
let operator: Login
let second: string
let other: Link
let there: ReturnType<typeof createRooms>

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
  await buildOrg(server.platform, { id: 'guild' })
  other = createLink(server.platform)
  const { anchors, roomRules: rules, assets, ingest, bundles } = server.app
  const { forRooms: plans } = server.app.plans
  const instant = async () => server.clock.now()
  const sounds = {
    of: async () => new Map(),
    canSpeak: async () => true,
    unheardIn: async () => [],
  }
  const needs = { link: other, rules, plans, instant, anchors, assets, sounds }
  there = createRooms(server.platform, { ...needs, thumbOf: () => null })
  other.serve({ ...there, ...ingest, packFor: bundles.packFor, speak: async () => {} })
  await other.startUp()
  await http.register(websocket)
  await http.register(linkPlugin(other))
  await http.listen({ host: '127.0.0.1', port: 0 })
  second = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await there.close()
  await other.close()
  await http.close()
  await server.close()
})

const listen = (room: Room, as = operator) => listenAs(server, url, as, [`room:${room.room_code}`])
type Console = Awaited<ReturnType<typeof listen>>

async function studio(
  capabilities = ['source:simulator', WATCHED],
  overrides: Partial<Room> = {},
): Promise<{ room: Room; pc: Awaited<ReturnType<typeof buildPc>>; agent: TestAgent }> {
  const pc = await buildPc(server.platform, { org_id: overrides.org_id ?? 'default' })
  const room = await buildRoom(server.platform, { pc_id: pc.id, ...overrides })
  const { id: pc_id, private_key } = pc
  const agent = await connectAgent(second, { pc_id, private_key, ts: server.clock.now() })
  await agent.hello({ capabilities })
  return { room, pc, agent }
}

const line = {
  speech_id: 's1',
  text: '欢迎',
  priority: 50,
  age_ms: 1_200,
  left_ms: 58_800,
  cause: '欢迎',
  ready: true,
}
const tell = (agent: TestAgent, { room_code }: Room, list = [line]) =>
  agent.send({ type: 'waiting', room_code, list })
const queues = (console: Console) =>
  console
    .events()
    .filter(({ event }) => event === 'room.queue')
    .map(({ data }) => topics.room['room.queue'].parse(data))
const watches = (agent: TestAgent) => agent.frames.filter(({ type }) => type === 'watch')
/** Longer than it takes to say that a room is watched, or to pass on what is told. */
const moments = () => new Promise((resolve) => setTimeout(resolve, 1_300))

test('while a console looks at a room, its PC is told so by the server that has it, and what it tells is seen', async () => {
  const { room, agent } = await studio()
  const console = await listen(room)
  expect(await agent.next('watch')).toEqual({ type: 'watch', room_code: room.room_code })
  tell(agent, room)
  await expect.poll(() => queues(console)).toEqual([{ list: [line] }])
  tell(agent, room, [])
  await expect.poll(() => queues(console)).toEqual([{ list: [line] }, { list: [] }])
  console.close()
  agent.kill()
})

test('it is said again every 30 s, and no more once the console is gone', async () => {
  const on = await studio()
  const console = await listen(on.room)
  await on.agent.next('watch')
  await moments()
  expect(watches(on.agent)).toHaveLength(1)
  await passTime(server, WATCH_EVERY_MS, on)
  await on.agent.next('watch')
  console.close()
  await moments()
  await passTime(server, WATCH_EVERY_MS, on)
  await moments()
  expect(watches(on.agent)).toHaveLength(2)
  on.agent.kill()
})

test('a PC that comes back while a room is watched is told so at once', async () => {
  const { room, pc, agent } = await studio()
  const console = await listen(room)
  await agent.next('watch')
  agent.kill()
  const again = await connectAgent(second, {
    pc_id: pc.id,
    private_key: pc.private_key,
    ts: server.clock.now(),
  })
  await again.hello({ capabilities: [WATCHED] })
  expect(await again.next('watch')).toEqual({ type: 'watch', room_code: room.room_code })
  console.close()
  again.kill()
})

test('of a room that nobody watches nothing is passed on, whatever its PC tells', async () => {
  const { room, agent } = await studio()
  const passed: unknown[] = []
  const stop = server.platform.bus.subscribe('live.event', (message) => void passed.push(message))
  tell(agent, room)
  await moments()
  stop()
  expect(watches(agent)).toEqual([])
  expect(passed).not.toContainEqual(expect.objectContaining({ event: 'room.queue' }))
  agent.kill()
})

test('who may not see the room has nobody told that it is watched, and hears nothing of it', async () => {
  const { room, agent } = await studio(undefined, { org_id: 'guild' })
  const { room: own, agent: ownAgent } = await studio()
  const guild = await server.login('guild', { org_id: 'guild' })
  const [nobody, foreign] = [
    await listen(room, await server.login('studio')),
    await listen(own, guild),
  ]
  expect(nobody.frames).toMatchObject([{ type: 'refused' }])
  expect(foreign.frames).toMatchObject([{ type: 'refused' }])
  await moments()
  expect([...watches(agent), ...watches(ownAgent)]).toEqual([])
  const console = await listen(room, guild)
  await agent.next('watch')
  tell(agent, room)
  await expect.poll(() => queues(console)).toHaveLength(1)
  expect([...queues(nobody), ...queues(foreign)]).toEqual([])
  for (const one of [nobody, foreign, console]) one.close()
  for (const one of [agent, ownAgent]) one.kill()
})

test('what another PC tells of a room is not seen, nor what one tells that has the room no more', async () => {
  const { room, agent } = await studio()
  const stranger = await studio()
  const console = await listen(room)
  await agent.next('watch')
  tell(stranger.agent, room, [])
  await server.db.query
    .updateTable('room')
    .set({ pc_id: stranger.pc.id })
    .where('id', '=', room.id)
    .execute()
  tell(agent, room)
  await moments()
  expect(queues(console)).toEqual([])
  console.close()
  agent.kill()
  stranger.agent.kill()
})

test('a PC of before it could tell is not told that a room is watched', async () => {
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const agent = await comeBack(server.platform, second, pc)
  const console = await listen(room)
  await moments()
  expect(watches(agent)).toEqual([])
  console.close()
  agent.kill()
})
