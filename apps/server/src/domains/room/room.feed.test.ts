import { afterAll, beforeAll, expect, test } from 'vitest'
import { WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import type * as z from 'zod/mini'
import type { ServerFrame } from '@kaibo/contract/live/channel.ts'
import { topics } from '@kaibo/contract/live/topics.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { connectAgent, obeyStart } from '@kaibo/testkit/agent.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOrg } from '@kaibo/testkit/build/org.build.ts'
import { buildRoom, buildStudio, type Room } from '@kaibo/testkit/build/room.build.ts'
import { listen as listenAs } from '@kaibo/testkit/listen.ts'
import { logStatements } from '@kaibo/testkit/statements.ts'
import { visitor, type Actor } from '#platform/auth/actor.ts'
import { systemIds } from '#platform/ids.ts'
import { createHub } from '#platform/live/create-hub.ts'
import { createTickets } from '#platform/live/tickets.ts'
import { createRooms } from './room.service.ts'

let server: TestServer
let url: string
let operator: Login

beforeAll(async () => {
  server = await bootServer()
  url = await server.listen()
  operator = await server.login('operator')
  await buildOrg(server.platform, { id: 'guild' })
})
afterAll(() => server.close())

const listen = (as: Login, topics: string[]) => listenAs(server, url, as, topics)
type Console = Awaited<ReturnType<typeof listen>>

/** Every room that this console's wall was told of, as often as it was. */
const onWall = (console: Console): WallRoom[] =>
  console
    .events()
    .filter((frame) => frame.event === 'rooms.changed')
    .flatMap((frame) => topics.rooms['rooms.changed'].parse(frame.data))

test('a start is seen stage by stage, with its moments and the row as it becomes', async () => {
  const { room, agent } = await buildStudio(server.platform, url)
  const { room_code } = room
  const console = await listen(operator, ['rooms', `room:${room_code}`])
  const started = server.call(roomApi.start, { room_code }, operator)
  await agent.next('desired', ({ rooms }) => rooms.some((one) => one.run))
  const { run_id } = await server.db.query
    .selectFrom('room')
    .select('run_id')
    .where('id', '=', room.id)
    .executeTakeFirstOrThrow()
  agent.report({ room_code, run_id, worker: WorkerStatus.ready })
  agent.report({ room_code, run_id, worker: WorkerStatus.living })
  await started

  const seen = (event: string) => console.events().filter((frame) => frame.event === event)
  await expect
    .poll(() => seen('room.progress').map((frame) => frame.data))
    .toMatchObject([
      { room_code, stage: 'preflight' },
      { stage: 'desired' },
      { stage: 'starting' },
      { stage: 'living' },
    ])
  const moments = () => seen('room.moments').flatMap((frame) => frame.data)
  await expect.poll(moments).toMatchObject([
    { tag: 'preflight', text: '运营开播（operator）' },
    { tag: 'starting', text: '开播检查通过' },
    { tag: 'living', text: '客户端已开播' },
  ])
  const { data } = await server.call(roomApi.consoleLogs, { room_code, kind: 'state' }, operator)
  expect(new Set(data.list.map((one) => one.id))).toEqual(
    new Set(moments().map((one) => (one as { id: string }).id)),
  )
  await expect.poll(() => onWall(console).at(-1)).toMatchObject({ room_code, state: 'living' })
  expect(RoomRow.parse(seen('room.changed').at(-1)?.data)).toMatchObject({ room_code, run: {} })
  agent.kill()
  console.close()
})

test('many changes within a moment are one message', async () => {
  const room = await buildRoom(server.platform)
  const console = await listen(operator, [`room:${room.room_code}`])
  for (let i = 0; i < 50; i++) server.app.rooms.feed.touch(room.id)
  await expect.poll(() => console.events()).toHaveLength(1)
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect(console.events()).toHaveLength(1)
  server.app.rooms.feed.touch(room.id)
  await expect.poll(() => console.events()).toHaveLength(2)
  console.close()
})

/** What the server asks of its own accord while nothing happens, and no more of it than that. */
async function readings() {
  // What an earlier test left behind has been said by then, and its console is gone.
  const log = logStatements(server.db)
  await beats()
  const idle = new Set(log.statements)
  log.clear()
  return { of: () => log.statements.filter((sql) => !idle.has(sql)), stop: () => log.stop() }
}
const beats = () => new Promise((resolve) => setTimeout(resolve, 1_300))
/** What a server does by itself every few seconds names no room. */
const readsRooms = (sql: string) => sql.startsWith('select') && sql.includes('"room')
const isRow = (sql: string) => sql.includes('account_nickname')
const isWall = (sql: string) => sql.includes('today_fen')
const isTimeline = (sql: string) => /select \* from "(gift|room|trigger)_/.test(sql)

async function storeMoment(room: Room, text: string): Promise<void> {
  const moments = await server.db.query
    .insertInto('room_moment')
    .values({ key: text, room_id: room.id, run_id: null, at: 1, kind: 'log', tag: 'info', text })
    .returning(['id', 'room_id'])
    .execute()
  server.app.rooms.feed.stored({ moments })
}

test('while nobody watches nothing is read, whatever is committed', async () => {
  const room = await buildRoom(server.platform)
  await expect.poll(() => server.app.http.websocketServer.clients.size).toBe(0)
  const read = await readings()
  for (let i = 0; i < 20; i++) server.app.rooms.feed.touch(room.id)
  await storeMoment(room, 'unseen')
  await beats()
  expect(read.of().filter(readsRooms)).toEqual([])
  read.stop()
})

test('who watches one room has that room read, once for all that happened in it, and no other', async () => {
  const [watched, other] = [await buildRoom(server.platform), await buildRoom(server.platform)]
  const console = await listen(operator, [`room:${watched.room_code}`])
  const read = await readings()
  for (const room of [watched, other])
    for (let i = 0; i < 20; i++) server.app.rooms.feed.touch(room.id)
  for (const text of ['first', 'second']) await storeMoment(watched, text)
  await storeMoment(other, 'elsewhere')
  await expect.poll(() => console.events()).toHaveLength(2)
  expect(console.events()).toMatchObject([
    { event: 'room.moments', data: [{ text: 'first' }, { text: 'second' }] },
    { event: 'room.changed', data: { room_code: watched.room_code } },
  ])
  await beats()
  expect(console.events()).toHaveLength(2)
  expect(read.of().filter(isRow)).toHaveLength(1)
  expect(read.of().filter(isTimeline)).toHaveLength(1)
  read.stop()
  console.close()
})

test('more rooms than are read at once are all seen', async () => {
  const { db } = server.platform
  const rooms = await db.transaction(async (trx) => {
    const platform = { ...server.platform, db: { ...db, query: trx } }
    const built: Room[] = []
    for (let i = 0; i < 450; i++) built.push(await buildRoom(platform))
    return built
  })
  const console = await listen(operator, ['rooms'])
  for (const room of rooms) server.app.rooms.feed.touch(room.id)
  const seen = () => new Set(onWall(console).map((room) => room.room_code))
  await expect.poll(seen).toEqual(new Set(rooms.map((room) => room.room_code)))
  expect(console.events().length, 'messages').toBeLessThan(10)
  console.close()
})

test('who watches the wall has no timeline read', async () => {
  const room = await buildRoom(server.platform)
  const console = await listen(operator, ['rooms'])
  const read = await readings()
  await storeMoment(room, 'of the wall')
  await expect.poll(() => console.events()).toMatchObject([{ event: 'rooms.changed' }])
  await beats()
  expect(read.of().filter(isWall)).toHaveLength(1)
  expect(read.of().filter(isRow)).toEqual([])
  expect(read.of().filter(isTimeline)).toEqual([])
  read.stop()
  console.close()
})

test('what one server commits is read and seen on another, where it is watched', async () => {
  const { bus, clock, log } = server.platform
  const tickets = createTickets({ ...server.platform, ttlMs: 1 })
  const live = createHub({
    bus,
    ids: systemIds,
    clock,
    log,
    tickets,
    closeCodes: { forced: 1, slow: 2 },
  })
  const { link, anchors, roomRules: rules, assets } = server.app
  const { forRooms: plans } = server.app.plans
  const instant = async () => clock.now()
  const sounds = {
    of: async () => new Map(),
    canSpeak: async () => true,
    unheardIn: async () => [],
  }
  const needs = { link, rules, plans, instant, anchors, assets, sounds, thumbOf: () => null }
  const there = createRooms({ ...server.platform, live }, needs)
  const sent: ServerFrame[] = []
  const actor: Actor = { ...visitor, actions: new Set(['room.look']), scope: { kind: 'all' } }
  const connection = live.connect(actor, async () => actor, {
    send: (text) => void sent.push(JSON.parse(text) as ServerFrame),
    backlog: 0,
    close: () => {},
  })
  const room = await buildRoom(server.platform)
  await connection?.subscribe(['rooms', `room:${room.room_code}`])
  await storeMoment(room, 'from the other server')
  await expect.poll(() => sent).toHaveLength(3)
  for (const frame of sent) {
    if (frame.type !== 'event') continue
    const schemas: Record<string, z.ZodMiniType> =
      topics[frame.topic === 'rooms' ? 'rooms' : 'room']
    expect(schemas[frame.event]?.safeParse(frame.data).success, frame.event).toBe(true)
  }
  expect(sent).toMatchObject([
    { event: 'rooms.changed', topic: 'rooms' },
    { event: 'room.moments', data: [{ text: 'from the other server' }] },
    { event: 'room.changed', topic: `room:${room.room_code}` },
  ])
  await there.close()
  live.close()
})

test('a console hears only rooms of its scope, and of no other organisation that there is one', async () => {
  const foreign = await buildRoom(server.platform)
  const own = await buildRoom(server.platform, { org_id: 'guild' })
  const guild = await server.login('guild', { org_id: 'guild' })
  const topics = ['rooms', `room:${foreign.room_code}`, 'room:NRTHERE2', `room:${own.room_code}`]
  const console = await listen(guild, topics)
  await expect.poll(() => console.frames).toHaveLength(3)
  const refused = console.frames.filter((frame) => frame.type === 'refused')
  expect(refused.map((frame) => frame.topic)).toEqual([topics[1], topics[2]])
  expect(refused[0]?.msg).toBe(refused[1]?.msg)

  server.app.rooms.feed.touch(foreign.id)
  server.app.rooms.feed.touch(own.id)
  await expect.poll(() => console.events()).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(onWall(console).map((room) => room.room_code)).toEqual([own.room_code])
  const rows = console.events().filter((frame) => frame.event === 'room.changed')
  expect(rows.map((frame) => RoomRow.parse(frame.data).id)).toEqual([own.id])
  console.close()

  const nobody = await server.login('studio')
  const deaf = await listen(nobody, ['rooms'])
  expect(deaf.frames).toMatchObject([{ type: 'refused', topic: 'rooms' }])
  deaf.close()
})

test('a deleted room is taken off the wall', async () => {
  const room = await buildRoom(server.platform)
  const console = await listen(operator, ['rooms'])
  const { room_code } = room
  await server.call(roomApi.delete, { room_code }, await server.login('admin'))
  await expect
    .poll(() => console.events())
    .toContainEqual({ type: 'event', topic: 'rooms', event: 'room.removed', data: room_code })
  console.close()
})

test('a PC that goes away on air is seen on the wall and in the timeline, and so is its return', async () => {
  const { room, pc, agent } = await buildStudio(server.platform, url)
  const { room_code } = room
  const started = server.call(roomApi.start, { room_code }, operator)
  const run_id = await obeyStart(agent, room_code)
  await started
  const console = await listen(operator, ['rooms', `room:${room_code}`])
  const attention = () => onWall(console).at(-1)?.attention ?? null
  agent.kill()
  server.clock.advance(35_001)
  await expect.poll(attention, { timeout: 5_000 }).toMatchObject({ act: 'check' })
  const { data } = await server.call(roomApi.info, { room_code }, operator)
  expect(data).toMatchObject({ state: 'living', pc: { presence: 'offline' } })

  const again = await connectAgent(url, {
    pc_id: pc.id,
    private_key: pc.private_key,
    ts: server.clock.now(),
  })
  await again.hello()
  again.report({ room_code, run_id, worker: WorkerStatus.living })
  await expect.poll(attention, { timeout: 5_000 }).toBeNull()
  const told = async () => {
    const logs = await server.call(roomApi.consoleLogs, { room_code, kind: 'log' }, operator)
    return logs.data.list.map((one) => one.text)
  }
  await expect.poll(told, { timeout: 5_000 }).toEqual(['PC客户端已恢复连接', 'PC客户端离线'])
  again.kill()
  console.close()
})
