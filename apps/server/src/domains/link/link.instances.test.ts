import websocket from '@fastify/websocket'
import { fastify } from 'fastify'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AGENT_CLOSE } from '@kaibo/contract/agent/frames.ts'
import { connectAgent } from '@kaibo/testkit/agent.ts'
import { bootServer, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildPc } from '@kaibo/testkit/build/pc.build.ts'
import { buildRoom } from '@kaibo/testkit/build/room.build.ts'
import { linkPlugin } from './link.plugin.ts'
import { createLink, type Link } from './link.service.ts'

/* A second server beside the first: its own link and port, the same database and bus. */
const http = fastify()
let server: TestServer
let first: string
let second: string
let other: Link

beforeAll(async () => {
  server = await bootServer()
  first = await server.listen()
  other = createLink(server.platform)
  const { rooms, ingest, bundles } = server.app
  other.serve({ ...rooms, ...ingest, packFor: bundles.packFor, speak: async () => {} })
  await other.startUp()
  await http.register(websocket)
  await http.register(linkPlugin(other))
  await http.listen({ host: '127.0.0.1', port: 0 })
  second = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await other.close()
  await http.close()
  await server.close()
})

async function connect(url: string, pc: Awaited<ReturnType<typeof buildPc>>) {
  const agent = await connectAgent(url, {
    pc_id: pc.id,
    private_key: pc.private_key,
    ts: server.clock.now(),
  })
  await agent.hello()
  return agent
}

test('a message of one server reaches a PC connected to another', async () => {
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const agent = await connect(second, pc)
  await expect.poll(() => server.app.link.online(pc.id)).toBe(true)

  server.app.link.pushDesired([pc.id])
  expect((await agent.next('desired')).rooms).toMatchObject([{ room_code: room.room_code }])

  const end = server.app.link.command({
    pc_id: pc.id,
    room_id: room.id,
    room_code: room.room_code,
    name: 'room.reset',
    within_ms: 10_000,
    created_by: 'test',
  })
  const { id } = await agent.next('command')
  agent.send({ type: 'command_state', id, state: 'done', detail: '好' })
  expect(await end).toEqual({ state: 'done', detail: '好' })
  agent.kill()
})

test('when a PC connects to another server, the first closes its connection', async () => {
  const pc = await buildPc(server.platform)
  const older = await connect(first, pc)
  server.clock.advance(1)
  const newer = await connect(second, pc)
  expect(await older.closed).toBe(AGENT_CLOSE.replaced)
  server.app.link.pushDesired([pc.id])
  await newer.next('desired')
  newer.kill()
})

test('a PC that reconnects in time gets the command it missed', async () => {
  const pc = await buildPc(server.platform)
  const room = await buildRoom(server.platform, { pc_id: pc.id })
  const end = server.app.link.command({
    pc_id: pc.id,
    room_id: room.id,
    room_code: room.room_code,
    name: 'room.reset',
    within_ms: 10_000,
    created_by: 'test',
  })
  const agent = await connect(second, pc)
  const command = await agent.next('command')
  expect(command).toEqual({
    type: 'command',
    id: command.id,
    name: 'room.reset',
    room_code: room.room_code,
    deliver_by: server.clock.now() + 10_000,
  })
  agent.send({ type: 'command_state', id: command.id, state: 'failed', detail: null })
  expect(await end).toEqual({ state: 'failed', detail: null })

  server.clock.advance(10_001)
  const late = await connect(first, pc)
  await expect(late.next('command')).rejects.toThrow('no command')
  late.kill()
})
