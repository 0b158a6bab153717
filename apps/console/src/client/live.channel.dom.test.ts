import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIVE_CLOSE } from '@kaibo/contract/live/channel.ts'
import { LiveChannel } from './live.channel.ts'
import { startLiveServer } from './live.fixture.ts'
import { person } from './person.fixture.ts'
import { currentSession, signIn } from './session.ts'

let server: Awaited<ReturnType<typeof startLiveServer>>
let reopened: number
let channel: LiveChannel

beforeEach(async () => {
  server = await startLiveServer()
  reopened = 0
  signIn('t1', person)
  channel = new LiveChannel(() => (reopened += 1))
})
afterEach(async () => {
  channel.close()
  await server.close()
})

const isOpen = () => expect.poll(() => channel.state, { timeout: 5_000 }).toBe('open')

test('a ticket opens the channel, and a topic’s messages reach its subscribers', async () => {
  const heard: unknown[] = []
  channel.subscribe('rooms', (event, data) => heard.push([event, data]))
  channel.open()
  await isOpen()
  expect(server.urls).toEqual(['/live/ws?ticket=ticket-1'])
  await expect.poll(() => server.frames).toEqual([{ type: 'subscribe', topics: ['rooms'] }])
  const event = { type: 'event', event: 'room.changed', data: { id: 'r1' } }
  server.peers[0]?.send(JSON.stringify({ ...event, topic: 'room:K7M2P9QX' }))
  server.peers[0]?.send(JSON.stringify({ ...event, topic: 'rooms' }))
  await expect.poll(() => heard).toEqual([['room.changed', { id: 'r1' }]])
})

test('a topic is subscribed once and unsubscribed with its last listener', async () => {
  channel.open()
  await isOpen()
  const [first, second] = [
    channel.subscribe('rooms', () => {}),
    channel.subscribe('rooms', () => {}),
  ]
  first()
  first()
  second()
  await expect
    .poll(() => server.frames)
    .toEqual([
      { type: 'subscribe', topics: ['rooms'] },
      { type: 'unsubscribe', topics: ['rooms'] },
    ])
})

test('who asked for a topic hears when the server begins to tell it', async () => {
  const begun: string[] = []
  channel.onSubscribed((topic) => begun.push(topic))
  channel.open()
  await isOpen()
  server.peers[0]?.send(JSON.stringify({ type: 'subscribed', topics: ['rooms', 'room:K7M2P9QX'] }))
  await expect.poll(() => begun).toEqual(['rooms', 'room:K7M2P9QX'])
})

test('a broken channel comes back with a new ticket and its topics', async () => {
  channel.subscribe('rooms', () => {})
  channel.open()
  await isOpen()
  expect(reopened).toBe(0)
  // Else it would be lost with the connection.
  await expect.poll(() => server.frames).toHaveLength(1)
  // It may be back before anybody looks: each state is noted as it comes.
  const states: string[] = []
  channel.onState(() => states.push(channel.state))
  server.peers[0]?.terminate()
  await expect.poll(() => states).toContain('open')
  expect(states[0]).toBe('lost')
  expect(server.urls).toEqual(['/live/ws?ticket=ticket-1', '/live/ws?ticket=ticket-2'])
  expect(reopened).toBe(1)
  await expect.poll(() => server.frames).toHaveLength(2)
  expect(server.frames[1]).toEqual({ type: 'subscribe', topics: ['rooms'] })
})

test('a channel that the server closes as one too many reports it and waits before it reconnects', async () => {
  channel.open()
  await isOpen()
  server.peers[0]?.close(LIVE_CLOSE.tooMuch, 'too many channels')
  await expect.poll(() => channel.state).toBe('crowded')
  await new Promise((done) => setTimeout(done, 1_200))
  expect(server.peers).toHaveLength(1)
  dispatchEvent(new Event('online'))
  await isOpen()
})

test('a silent half-open channel is given up and reconnects', async () => {
  const half = new LiveChannel(() => (reopened += 1), 400)
  const heard: unknown[] = []
  half.subscribe('rooms', (event) => heard.push(event))
  half.open()
  const state = () => half.state
  await expect.poll(state, { timeout: 5_000 }).toBe('open')
  const beat = setInterval(() => server.peers[0]?.send('{"type":"beat"}'), 100)
  await new Promise((done) => setTimeout(done, 900))
  expect([half.state, server.peers.length]).toEqual(['open', 1])
  clearInterval(beat)
  // As with a pulled cable: not even that it is closed comes through.
  server.peers[0]?.pause()
  await expect.poll(state, { timeout: 700 }).toBe('lost')
  await expect.poll(state, { timeout: 5_000 }).toBe('open')
  expect([server.peers.length, reopened]).toEqual([2, 1])
  server.peers[0]?.resume()
  server.say('rooms', 'room.removed', 'K7M2P9QX')
  await expect.poll(() => heard).toEqual(['room.removed'])
  half.close()
})

test('a closed channel stays closed', async () => {
  channel.open()
  await isOpen()
  channel.close()
  await expect.poll(() => server.peers[0]?.readyState).toBe(WebSocket.CLOSED)
  await new Promise((done) => setTimeout(done, 1_200))
  expect(server.peers).toHaveLength(1)
})

test('the late end of an old connection does not affect the newer one', async () => {
  channel.open()
  await isOpen()
  // The first connection’s end stays unheard for now.
  server.peers[0]?.pause()
  channel.close()
  channel.open()
  await isOpen()
  const [first] = server.peers
  first?.resume()
  await expect.poll(() => first?.readyState).toBe(WebSocket.CLOSED)
  await new Promise((done) => setTimeout(done, 100))
  channel.subscribe('rooms', () => {})
  await expect.poll(() => server.frames).toEqual([{ type: 'subscribe', topics: ['rooms'] }])
})

test('a forced logout shows the server’s message', async () => {
  channel.open()
  await isOpen()
  server.peers[0]?.send(JSON.stringify({ type: 'forced_out', code: 2003, msg: '密码已修改' }))
  await expect.poll(() => currentSession().token).toBeNull()
  expect(currentSession().ended?.notice).toBe('密码已修改请重新登录')
})
