import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'
import { wsInfoApi } from '@kaibo/contract/legacy/ws-info.api.ts'
import { LIVE_CLOSE, SILENT_MS, TICKET_TTL_MS } from '@kaibo/contract/live/channel.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { buildOnAir } from '@kaibo/testkit/build/on-air.build.ts'
import { stall } from '@kaibo/testkit/stall.ts'
import { Consoles } from './live.fixture.ts'

let server: TestServer
let consoles: Consoles
beforeEach(async () => {
  server = await bootServer()
  consoles = new Consoles(server, await server.listen())
})
afterEach(async () => {
  consoles.terminate()
  await server.close()
})

const ticketOf = (login: Login) => consoles.ticketOf(login)
const open = (ticket: string) => consoles.open(ticket)
const openAs = (login: Login) => consoles.openAs(login)

/** Who hears the rooms as a group. */
async function lookAs(group_id: string, login: Login) {
  const headers = { token: login.token, [VIEW_AS_HEADER]: group_id }
  const answer = await server.app.http.inject({ url: wsInfoApi.wsInfo.path, headers })
  const console = await open(answer.json<{ data: { ticket: string } }>().data.ticket)
  console.subscribe('rooms')
  await console.heard(1)
  return console
}

const publish = (org_id: string, topic = 'rooms') =>
  server.platform.live.publish({ topic, org_id, event: 'room.removed', data: org_id })

test('a console hears the topics it subscribed to, until it leaves them', async () => {
  const console = await openAs(await server.login('operator'))
  console.subscribe('rooms')
  expect(await console.heard(1)).toEqual([{ type: 'subscribed', topics: ['rooms'] }])
  publish('guild-1')
  publish('guild-1', 'room:22222222')
  expect((await console.heard(2)).slice(1)).toEqual([
    { type: 'event', topic: 'rooms', event: 'room.removed', data: 'guild-1' },
  ])
  console.send({ type: 'unsubscribe', topics: ['rooms'] })
  await sleep(50)
  publish('guild-1')
  expect(await console.heard(2)).toHaveLength(2)
})

test('what a guild hears is of its own organisation', async () => {
  const console = await openAs(await server.login('guild', { org_id: 'guild-1' }))
  console.subscribe('rooms')
  await console.heard(1)
  publish('guild-2')
  publish('guild-1')
  expect((await console.heard(2)).slice(1)).toMatchObject([{ data: 'guild-1' }])
})

test('a room of another organisation is refused in the words for one that does not exist', async () => {
  const { room } = await buildOnAir(server.platform, { org_id: 'guild-2' })
  const console = await openAs(await server.login('guild', { org_id: 'guild-1' }))
  console.subscribe(`room:${room.room_code}`, 'room:22222222')
  const [foreign, unknown] = await console.heard(2)
  expect(foreign).toEqual({ type: 'refused', topic: `room:${room.room_code}`, msg: '内容不存在' })
  expect(unknown).toEqual({ ...foreign, topic: 'room:22222222' })
})

test('without the right to look there is nothing to hear', async () => {
  const console = await openAs(await server.login('studio'))
  console.subscribe('rooms')
  expect(await console.heard(1)).toEqual([{ type: 'refused', topic: 'rooms', msg: '内容不存在' }])
})

describe('who views as a group', () => {
  test('hears what it would hear, before and after each look at the login', async () => {
    const console = await lookAs('guild', await server.login('admin'))
    publish('elsewhere')
    publish('default')
    expect((await console.heard(2)).slice(1)).toMatchObject([{ data: 'default' }])
    await server.app.platform.live.recheck()
    publish('elsewhere')
    publish('default')
    expect((await console.heard(3)).slice(2)).toMatchObject([{ data: 'default' }])
  })

  test('loses the channel, and not the login, with the right to look so', async () => {
    const login = await server.login('operator', { extra_actions: ['group.look'] })
    const console = await lookAs('guild', login)
    await server.db.query
      .deleteFrom('account_group_member')
      .where('uid', '=', login.uid)
      .where('group_id', '<>', 'operator')
      .execute()
    await server.app.platform.live.recheck()
    expect(await console.closed).toBe(1008)
    expect(await console.heard(1)).toHaveLength(1)
  })
})

test('a ticket opens the channel once, for 30 seconds', async () => {
  const login = await server.login('operator')
  const ticket = await ticketOf(login)
  const late = await ticketOf(login)
  await open(ticket)
  expect(await (await open(ticket)).closed).toBe(LIVE_CLOSE.badTicket)
  server.clock.advance(TICKET_TTL_MS)
  expect(await (await open(late)).closed).toBe(LIVE_CLOSE.badTicket)
  expect(await (await open('made-up')).closed).toBe(LIVE_CLOSE.badTicket)
})

test('a ticket is worth nothing after the logout', async () => {
  const login = await server.login('operator')
  const ticket = await ticketOf(login)
  await server.call(authApi.logout, {}, login)
  expect(await (await open(ticket)).closed).toBe(LIVE_CLOSE.badTicket)
})

test('what is sent while the ticket is looked at is not lost', async () => {
  const ticket = await ticketOf(await server.login('operator'))
  const socket = consoles.connect(ticket)
  socket.on('open', () => socket.send('{"type":"subscribe","topics":["rooms"]}'))
  const [data] = await once(socket, 'message')
  expect(String(data)).toBe('{"type":"subscribed","topics":["rooms"]}')
})

test.each(['{"type":"publish"}', 'no json', '{"type":"subscribe","topics":[7]}'])(
  'the frame %s ends the channel',
  async (frame) => {
    const console = await openAs(await server.login('operator'))
    console.socket.send(frame)
    expect(await console.closed).toBe(1008)
  },
)

test('a topic that is none is refused by itself, and the others open', async () => {
  const console = await openAs(await server.login('operator'))
  const none = ['secrets', 'room:lower123', 'a'.repeat(41), 'room.triggerLogs']
  console.subscribe(...none, 'rooms')
  const frames = await console.heard(5)
  expect(frames[0]).toEqual({ type: 'subscribed', topics: ['rooms'] })
  const refused = frames.flatMap((frame) => (frame.type === 'refused' ? [frame.topic] : []))
  expect(refused.toSorted()).toEqual(none.toSorted())
  publish('guild-1')
  expect((await console.heard(6)).at(-1)).toMatchObject({ type: 'event', topic: 'rooms' })
})

test('a channel on which nothing happens says every few seconds that it lives', async () => {
  const console = await openAs(await server.login('operator'))
  const beats = () => console.frames.filter(({ type }) => type === 'beat').length
  await expect.poll(beats, { timeout: SILENT_MS }).toBe(2)
})

test('what is left right behind the subscription is not heard', async () => {
  const { room } = await buildOnAir(server.platform)
  const console = await openAs(await server.login('operator'))
  const topics = [`room:${room.room_code}`]
  console.send({ type: 'subscribe', topics })
  console.send({ type: 'unsubscribe', topics })
  await console.heard(1)
  publish('default', topics[0])
  expect(await console.heard(1)).toMatchObject([{ type: 'subscribed', topics }])
})

test('a database that fails during a subscription costs the channel, not the process', async () => {
  const console = await openAs(await server.login('operator'))
  const { schema } = server.db.query
  await schema.alterTable('room').renameTo('room_away').execute()
  console.subscribe('room:22222222')
  expect(await console.closed).toBe(1011)
  await schema.alterTable('room_away').renameTo('room').execute()
  expect((await server.app.http.inject({ url: '/healthz' })).statusCode).toBe(200)
})

test('while the database stalls, a console is not read far ahead of what is obeyed', async () => {
  const console = await openAs(await server.login('operator'))
  const [peer] = server.app.http.websocketServer.clients
  const goOn = await stall(server.db, 'room')
  const frames = 20
  for (let i = 0; i < frames; i++) console.subscribe('room:22222222')
  await expect.poll(() => peer?.isPaused).toBe(true)
  await goOn()
  expect(await console.heard(frames)).toHaveLength(frames)
  expect(peer?.isPaused).toBe(false)
})

test('a logout closes the channels of that login and of no other', async () => {
  const [leaving, staying] = [await server.login('operator'), await server.login('operator')]
  const [left, stayed] = [await openAs(leaving), await openAs(staying)]
  await server.call(authApi.logout, {}, leaving)
  expect(await left.closed).toBe(LIVE_CLOSE.forced)
  expect(await left.heard(1)).toMatchObject([{ type: 'forced_out', code: 1002, msg: '请重新登录' }])
  expect(stayed.socket.readyState).toBe(WebSocket.OPEN)
})

test('a disabled account is out within 5 seconds, even if nobody announced it', async () => {
  const login = await server.login('operator')
  const console = await openAs(login)
  await server.db.query
    .updateTable('account')
    .set({ status: 1 })
    .where('uid', '=', login.uid)
    .execute()
  const began = performance.now()
  expect(await console.closed).toBe(LIVE_CLOSE.forced)
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(await console.heard(1)).toMatchObject([
    { type: 'forced_out', code: 2003, msg: '账号已停用，请重新登录' },
  ])
})

test('an open channel does not keep a login from expiring', async () => {
  const console = await openAs(await server.login('operator'))
  server.clock.advance(12 * 3_600_000)
  await server.app.platform.live.recheck()
  expect(await console.heard(1)).toMatchObject([{ type: 'forced_out', code: 1004 }])
})

test('who loses a right stops hearing', async () => {
  const login = await server.login('guild', { org_id: 'guild-1' })
  const console = await openAs(login)
  console.subscribe('rooms')
  await console.heard(1)
  await server.db.query
    .updateTable('account_group')
    .set({ actions_json: '[]' })
    .where('id', '=', 'guild')
    .execute()
  await server.app.platform.live.recheck()
  publish('guild-1')
  expect(await console.heard(1)).toHaveLength(1)
})

test('without an upgrade the address says what it is for', async () => {
  const answer = await server.app.http.inject({ url: '/live/ws' })
  expect([answer.statusCode, answer.json().msg]).toEqual([426, '此地址只接受WebSocket连接'])
})
