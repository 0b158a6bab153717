// @vitest-environment happy-dom
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket as NodeWebSocket, WebSocketServer, type WebSocket as Peer } from 'ws'
import { LiveChannel } from './live.channel.ts'
import { currentSession, signIn } from './session.ts'

const user = { uid: 'u1', username: 'lin', nickname: '林', avatar: null, is_gs: 0 as const }
let tickets = 0
let peers: Peer[] = []
let urls: (string | undefined)[] = []
let frames: unknown[] = []
let reopened = 0

const http = createServer((_, response) => {
  const data = { url: '/live/ws', ticket: `ticket-${(tickets += 1)}` }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ code: 0, msg: 'success', data }))
})
const sockets = new WebSocketServer({ server: http })
sockets.on('connection', (peer, request) => {
  peers.push(peer)
  urls.push(request.url)
  peer.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
})
let channel: LiveChannel

beforeEach(async () => {
  // happy-dom has none of its own.
  vi.stubGlobal('WebSocket', NodeWebSocket)
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
  ;[tickets, reopened, peers, urls, frames] = [0, 0, [], [], []]
  signIn('t1', user)
  channel = new LiveChannel(() => (reopened += 1))
})
afterEach(async () => {
  channel.close()
  for (const peer of peers) peer.terminate()
  http.closeAllConnections()
  await new Promise((done) => http.close(done))
})

const isOpen = () => expect.poll(() => channel.state, { timeout: 5_000 }).toBe('open')

test('a ticket opens the channel, and a topic’s messages reach who asked', async () => {
  const heard: unknown[] = []
  channel.subscribe('rooms', (event, data) => heard.push([event, data]))
  channel.open()
  await isOpen()
  expect(urls).toEqual(['/live/ws?ticket=ticket-1'])
  await expect.poll(() => frames).toEqual([{ type: 'subscribe', topics: ['rooms'] }])
  const event = { type: 'event', event: 'room.changed', data: { id: 'r1' } }
  peers[0]?.send(JSON.stringify({ ...event, topic: 'room:K7M2P9QX' }))
  peers[0]?.send(JSON.stringify({ ...event, topic: 'rooms' }))
  await expect.poll(() => heard).toEqual([['room.changed', { id: 'r1' }]])
})

test('a topic is asked for once and given up with its last listener', async () => {
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
    .poll(() => frames)
    .toEqual([
      { type: 'subscribe', topics: ['rooms'] },
      { type: 'unsubscribe', topics: ['rooms'] },
    ])
})

test('a broken channel comes back with a new ticket and its topics', async () => {
  channel.subscribe('rooms', () => {})
  channel.open()
  await isOpen()
  expect(reopened).toBe(0)
  peers[0]?.terminate()
  await expect.poll(() => channel.state).toBe('lost')
  await isOpen()
  expect(urls).toEqual(['/live/ws?ticket=ticket-1', '/live/ws?ticket=ticket-2'])
  expect(reopened).toBe(1)
  await expect.poll(() => frames).toHaveLength(2)
  expect(frames[1]).toEqual({ type: 'subscribe', topics: ['rooms'] })
})

test('a closed channel stays closed', async () => {
  channel.open()
  await isOpen()
  channel.close()
  await expect.poll(() => peers[0]?.readyState).toBe(NodeWebSocket.CLOSED)
  await new Promise((done) => setTimeout(done, 1_200))
  expect(peers).toHaveLength(1)
})

test('what ends late of a closed channel does not take the newer one’s socket', async () => {
  channel.open()
  await isOpen()
  // The first connection’s end stays unheard for now.
  peers[0]?.pause()
  channel.close()
  channel.open()
  await isOpen()
  const [first] = peers
  first?.resume()
  await expect.poll(() => first?.readyState).toBe(NodeWebSocket.CLOSED)
  await new Promise((done) => setTimeout(done, 100))
  channel.subscribe('rooms', () => {})
  await expect.poll(() => frames).toEqual([{ type: 'subscribe', topics: ['rooms'] }])
})

test('who is put out by force is logged out with the server’s words', async () => {
  channel.open()
  await isOpen()
  peers[0]?.send(JSON.stringify({ type: 'forced_out', code: 2003, msg: '密码已修改' }))
  await expect.poll(() => currentSession().token).toBeNull()
  expect(currentSession().ended?.notice).toBe('密码已修改请重新登录')
})
