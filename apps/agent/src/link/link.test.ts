import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DesiredRoom } from '@kaibo/contract/agent/frames.ts'
import { publicKeyOf } from '#identity/identity.ts'
import { desiredRoom } from '#rooms/desired.fixture.ts'
import { heardLog } from '#spool/spool.fixture.ts'
import { ServerClock } from '#time/server-clock.ts'
import { systemTime, type Time } from '#time/time.ts'
import { Link } from './link.ts'
import { ServerFixture } from './server.fixture.ts'

/** Real sockets, but waits a hundred times shorter. */
const hasty: Time = {
  ...systemTime,
  after: (ms, run) => systemTime.after(ms >= 500 ? ms / 100 : ms, run),
}

const { privateKey } = generateKeyPairSync('ed25519')
let server: ServerFixture
let link: Link
let heard: ReturnType<typeof heardLog>
let clock: ServerClock
/** Of the link of this test: one of before may still be closing. */
let seen: { frames: string[]; ups: number; downs: number }

beforeEach(async () => {
  server = await ServerFixture.start()
  server.keys.set('pc-1', publicKeyOf(privateKey))
  heard = heardLog()
  link = linkTo(server.url)
})

afterEach(async () => {
  link.stop()
  await server.kill()
})

function linkTo(url: URL, time: Time = hasty): Link {
  clock = new ServerClock(time)
  const own: typeof seen = { frames: [], ups: 0, downs: 0 }
  seen = own
  return new Link({
    server: url,
    identity: { pc_id: 'pc-1', key: privateKey },
    hello: () => ({
      type: 'hello',
      version: '0.1.0',
      pc_name: 'pc',
      boot_id: 'b1',
      capabilities: [],
      spool_id: 's1',
      spool_seq: 0,
      at: 1,
      facts: { os: '', cpu: '', mem_mb: 1, node: '' },
      rooms: [],
    }),
    heartbeat: async () => ({
      type: 'heartbeat',
      at: 1,
      metrics: {
        cpu_pct: 1,
        mem_used_mb: 1,
        mem_total_mb: 1,
        disk_free_mb: null,
        spool_items: 0,
        spool_dropped: 0,
      },
      rooms: [],
    }),
    up: () => void own.ups++,
    down: () => void own.downs++,
    frame: (frame) => own.frames.push(frame.type),
    time,
    clock,
    log: heard.log,
    random: Math.random,
  })
}

const helloes = (count: number) => server.until(() => server.of('hello').length >= count)
const heartbeats = (count: number) => server.until(() => server.of('heartbeat').length >= count)

async function until(isMet: () => boolean): Promise<void> {
  while (!isMet()) await new Promise((resolve) => setTimeout(resolve, 5))
}

test('hello, welcome, then heartbeats at the rate the server asked for', async () => {
  link.start()
  await heartbeats(3)
  expect(server.frames[0]?.type).toBe('hello')
  expect(server.of('hello')).toHaveLength(1)
  expect(seen.ups).toBe(1)
})

test('a killed server is found again when it is back, on the same port', async () => {
  link.start()
  await heartbeats(1)
  const { port } = server
  await server.kill()
  await until(() => seen.downs === 1)
  expect(link.send({ type: 'report', at: 1, rooms: [] })).toBe(false)
  server = await ServerFixture.start(port)
  server.keys.set('pc-1', publicKeyOf(privateKey))
  await helloes(1)
  await until(() => seen.ups === 2)
})

test('what cannot be read is named in the log and costs nothing else', async () => {
  link.start()
  await heartbeats(1)
  server.send('not json')
  server.send('{"type":"later-version"}')
  server.send({ type: 'fault', msg: '读得懂' })
  await until(() => seen.frames.includes('fault'))
  expect(heard.lines.filter((line) => line.includes('已忽略'))).toHaveLength(2)
  expect(seen.downs).toBe(0)
})

test('a room of a later server costs the welcome nothing', async () => {
  const later = { ...desiredRoom({ room_code: 'LATER234' }), config: { platform: 'weibo' } }
  server.rooms = [desiredRoom(), later as unknown as DesiredRoom]
  link.start()
  await heartbeats(2)
  expect(seen.ups).toBe(1)
  expect(link.send({ type: 'report', at: 1, rooms: [] })).toBe(true)
})

test('a server that does not answer the hello is left and asked again', async () => {
  server.welcomes = false
  link.start()
  await helloes(1)
  server.welcomes = true
  await until(() => seen.ups === 1)
  expect(server.upgrades).toBe(2)
  expect(heard.lines.join('')).toContain('没有认出')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(seen.downs).toBe(0)
})

test('a command of a later server is heard, so that it can be refused', async () => {
  link.start()
  await heartbeats(1)
  const command = { type: 'command', id: 'c1', name: 'room.sing', room_code: 'R', deliver_by: 1 }
  server.send(JSON.stringify(command))
  await until(() => seen.frames.includes('command'))
})

test('goaway: comes back once, within the window', async () => {
  link.start()
  await heartbeats(1)
  server.send({ type: 'goaway', window_ms: 300 })
  server.closeSockets(4503)
  const began = Date.now()
  await helloes(2)
  expect(Date.now() - began).toBeLessThan(1_000)
  expect(heard.lines.join('')).toContain('即将重启')
  expect(server.upgrades).toBe(2)
})

test('goaway without a close: leaves by itself', async () => {
  link.start()
  await heartbeats(1)
  server.send({ type: 'goaway', window_ms: 100 })
  await helloes(2)
  expect(seen.downs).toBe(1)
})

test('Retry-After on a full house, then in', async () => {
  server.refusals = [{ status: 503, headers: { 'retry-after': '1' } }]
  link.start()
  await helloes(1)
  expect(heard.lines.join('')).toContain('服务器繁忙')
  expect(server.upgrades).toBe(2)
})

test('a key that is not known is tried hourly', async () => {
  server.keys.clear()
  link.start()
  await until(() => heard.lines.join('').includes('1 小时后再试'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(server.upgrades).toBe(1)
})

test('a PC whose clock is far off learns the time from the refusal and gets in', async () => {
  const slow: Time = { ...hasty, now: () => Date.now() - 3_600_000 }
  link = linkTo(server.url, slow)
  link.start()
  await helloes(1)
  await until(() => seen.ups === 1)
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(2_000)
  expect(heard.lines.join('')).toContain('时钟偏差过大')
})

test('a clock that is set while it runs costs no connection, and the server’s time stays', async () => {
  let ahead = 0
  link = linkTo(server.url, { ...hasty, now: () => Date.now() + ahead })
  link.start()
  await heartbeats(1)
  ahead = 7_200_000
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(seen).toMatchObject({ ups: 1, downs: 0 })
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(2_000)
})

test('after stop nothing comes back', async () => {
  link.start()
  await heartbeats(1)
  link.stop()
  await until(() => seen.downs === 1)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(server.upgrades).toBe(1)
})
