import { deflateSync, brotliCompressSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemTime, type Time } from '#time/time.ts'
import { BilibiliPlatformFixture, CREDENTIALS } from './bilibili-platform.fixture.ts'
import { encodePacket, OPERATION } from './bilibili-packet.ts'
import { BilibiliSource, reconnectDelay } from './bilibili.ts'
import { SinkFixture, until } from './sink.fixture.ts'

/** Real sockets, but waits fifty times shorter: ten seconds are still long enough for a busy machine. */
const SPEED = 50
const hasty: Time = {
  now: () => Date.now() * SPEED,
  elapsed: () => performance.now() * SPEED,
  after: (ms, run) => systemTime.after(ms / SPEED, run),
}

const START = '/v2/app/start'
const HEARTBEAT = '/v2/app/heartbeat'
const END = '/v2/app/end'
let platform: BilibiliPlatformFixture
let sink: SinkFixture
let source: BilibiliSource

beforeEach(async () => {
  platform = await BilibiliPlatformFixture.start()
  sink = new SinkFixture()
  source = sourceWith(CREDENTIALS)
})

afterEach(async () => {
  await source.stop()
  await platform.close()
})

const sourceWith = (credentials: typeof CREDENTIALS, host = platform.host) =>
  new BilibiliSource({
    host,
    credentials,
    roomCode: 'ABCD2345',
    time: hasty,
    now: () => Date.now(),
    random: () => 0.5,
  })

async function connect(): Promise<void> {
  sink.run(source)
  await until(() => sink.isConnected)
}

const danmu = (msg_id: string) => ({ msg_id, open_id: 'u1', uname: '甲', msg: '好', timestamp: 1 })

test('starts an app with the streamer’s code, authenticates, and beats both hearts', async () => {
  await connect()
  expect(platform.calls[0]).toEqual({ path: START, body: { code: 'CODE', app_id: 123 } })
  expect(platform.auths).toBe(1)
  await until(() => platform.heartbeats.length >= 2 && platform.countOf(HEARTBEAT) >= 2)
  expect(platform.calls.find(({ path }) => path === HEARTBEAT)?.body).toEqual({
    game_id: 'game-1',
  })
  expect(sink.statuses.at(-1)).toEqual({
    kind: 'bilibili',
    connected: true,
    detail: '已连接哔哩哔哩',
  })
})

test('every message of the recording arrives, plain, zlib and brotli, in its order', async () => {
  await connect()
  const lines = readFileSync(
    new URL('../../test-data/bilibili-recording.jsonl', import.meta.url),
    'utf8',
  )
    .trim()
    .split('\n')
  const packets = lines.map((line) => encodePacket(OPERATION.message, line, 0))
  platform.send(packets[0] ?? Buffer.alloc(0))
  platform.send(encodePacket(OPERATION.message, deflateSync(Buffer.concat(packets.slice(1, 5))), 2))
  platform.send(
    encodePacket(OPERATION.message, brotliCompressSync(Buffer.concat(packets.slice(5))), 3),
  )
  await until(() => sink.events.length === 9)
  expect(sink.events.map(({ kind }) => kind)).toEqual([
    'enter',
    'danmu',
    'gift',
    'gift',
    'gift',
    'like',
    'super_chat',
    'guard',
    'live_end',
  ])
  expect(sink.events.every(({ room_code }) => room_code === 'ABCD2345')).toBe(true)
})

test('a lost connection comes back with the same session', async () => {
  await connect()
  platform.message('DM', danmu('m1'))
  await until(() => sink.events.length === 1)
  platform.disconnect()
  await until(() => !sink.isConnected)
  expect(sink.statuses.at(-1)?.detail).toMatch(/3 秒后第 1 次重连/)
  await until(() => sink.isConnected)
  platform.message('DM', danmu('m2'))
  await until(() => sink.events.length === 2)
  expect(platform.countOf(START)).toBe(1)
})

test('a refused authentication ends the session and begins another', async () => {
  platform.authCodes = [-101]
  await connect()
  expect(platform.countOf(END)).toBe(1)
  expect(platform.countOf(START)).toBe(2)
})

test('an authentication that is never answered is given up and tried again', async () => {
  platform.unanswered = 1
  await connect()
  expect(sink.statuses[0]?.detail).toContain('平台没有回答鉴权')
  expect(platform.auths).toBe(2)
  expect(platform.countOf(START)).toBe(1)
})

test('an authentication that is answered twice beats one heart', async () => {
  await connect()
  platform.send(encodePacket(OPERATION.authReply, '{"code":0}'))
  await until(() => platform.countOf(HEARTBEAT) === 3)
  expect(platform.heartbeats.length).toBeLessThan(6)
})

test('when the platform ends the session, another begins', async () => {
  await connect()
  platform.message('INTERACTION_END', { game_id: 'game-1', timestamp: 1 })
  await until(() => platform.countOf(START) === 2)
  await until(() => sink.isConnected)
  platform.message('INTERACTION_END', { game_id: 'someone-else', timestamp: 1 })
  platform.message('DM', danmu('m1'))
  await until(() => sink.events.length === 1)
  expect(platform.countOf(START)).toBe(2)
})

test('a session that the platform no longer knows is begun again', async () => {
  platform.answers.set(HEARTBEAT, [7003])
  await connect()
  await until(() => platform.countOf(START) === 2)
  await until(() => sink.isConnected)
})

test('a late answer about the session before leaves the new one alone', async () => {
  let isReleased = false
  platform.holds.set(
    HEARTBEAT,
    until(() => isReleased),
  )
  platform.answers.set(HEARTBEAT, [7003])
  await connect()
  await until(() => platform.countOf(HEARTBEAT) === 1)
  platform.message('INTERACTION_END', { game_id: 'game-1' })
  await until(() => platform.countOf(START) === 2)
  await until(() => sink.isConnected)
  isReleased = true
  await until(() => platform.countOf(HEARTBEAT) === 3)
  expect(sink.isConnected).toBe(true)
  await source.stop()
  expect(platform.countOf(START)).toBe(2)
  expect(platform.calls.at(-1)).toEqual({ path: END, body: { app_id: 123, game_id: 'game-2' } })
})

test('a cooling-down period is waited for', async () => {
  platform.answers.set(START, [7001, 7002])
  await connect()
  expect(platform.countOf(START)).toBe(3)
  expect(sink.failures).toEqual([])
})

test.each([
  ['of their gateway', [-503, -504, -412, -799]],
  ['of theirs', [5000, 5001, 5002, 5003]],
  ['that nobody has told us of', [7010, 99_999]],
])('a fault %s does not end a run on air', async (_name, codes) => {
  await connect()
  platform.answers.set(START, [...codes])
  platform.message('INTERACTION_END', { game_id: platform.gameId })
  await until(() => platform.countOf(START) === 2 + codes.length)
  await until(() => sink.isConnected)
  expect(sink.failures).toEqual([])
})

test.each([
  ['parameter', 4000],
  ['access key', 4001],
  ['IP', 4007],
  ['permission', 4008],
  ['room, by the white list', 5004],
  ['room, by the black list', 5005],
  ['app, which is not published', 5011],
  ['identity code', 7007],
  ['app', 8002],
])('a wrong %s fails at once, with what to do', async (_name, code) => {
  platform.answers.set(START, [code])
  sink.run(source)
  await until(() => sink.failures.length > 0)
  expect(sink.failures[0]).toContain(String(code))
  expect(sink.failures[0]).toContain('请检查直播账号的凭据')
  expect(platform.countOf(START)).toBe(1)
})

test('a wrong secret is refused by its signature', async () => {
  source = sourceWith({ ...CREDENTIALS, access_key_secret: 'wrong' })
  sink.run(source)
  await until(() => sink.failures.length > 0)
  expect(sink.failures[0]).toContain('4002')
})

test('a platform out of reach is tried again and again', async () => {
  source = sourceWith(CREDENTIALS, 'http://127.0.0.1:9')
  sink.run(source)
  await until(() => sink.statuses.some(({ detail }) => detail.includes('第 3 次重连')))
  expect(sink.failures).toEqual([])
})

test('a session whose addresses are none is ended and begun again', async () => {
  platform.links = ['broadcastlv.chat.bilibili.com:443/sub', platform.host, 'wss://']
  sink.run(source)
  await until(() => sink.statuses.length > 0)
  expect(sink.statuses[0]?.detail).toContain('哔哩哔哩没有给出弹幕服务器地址')
  expect(platform.calls.at(-1)).toEqual({ path: END, body: { app_id: 123, game_id: 'game-1' } })
  platform.links = undefined
  await until(() => sink.isConnected)
})

test('an address that no socket takes is tried like any other, then in another session', async () => {
  platform.links = ['wss://127.0.0.1/sub#fragment']
  sink.run(source)
  await until(() => platform.countOf(END) === 1)
  platform.links = undefined
  await until(() => sink.isConnected)
  expect(platform.countOf(START)).toBe(2)
})

test('bytes that are no packet cost nothing else', async () => {
  await connect()
  platform.send(Buffer.from('rubbish'))
  platform.send(encodePacket(OPERATION.message, 'not json', 0))
  platform.message('SUPER_CHAT_DEL', { message_ids: [1] })
  platform.message('SEND_GIFT', { ...danmu('m1'), gift_num: -1 })
  platform.message('DM', danmu('m2'))
  await until(() => sink.events.length === 1)
  expect(sink.logs).toHaveLength(4)
  expect(sink.logs.join()).toContain('撤回了一条醒目留言')
})

test('stop ends the session, and nothing comes back', async () => {
  await connect()
  await source.stop()
  expect(platform.calls.at(-1)).toEqual({ path: END, body: { app_id: 123, game_id: 'game-1' } })
  await until(() => platform.connections === 0)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(platform.countOf(START)).toBe(1)
})

test('a stop while the app is still starting leaves no session behind', async () => {
  sink.run(source)
  await source.stop()
  await until(() => platform.countOf(END) === 1)
  expect(platform.auths).toBe(0)
})

test('the waits of an established client', () => {
  const waits = [1, 2, 3, 10, 11, 50].map((attempt) => reconnectDelay(attempt, () => 0))
  expect(waits).toEqual([1_000, 3_000, 5_000, 19_000, 20_000, 20_000])
  expect(reconnectDelay(50, () => 0.999)).toBeLessThan(23_000)
})
