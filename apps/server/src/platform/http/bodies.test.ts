import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginBody, type Begun, type Sender } from './begin-body.fixture.ts'
import { createServer, type HttpServer } from './server.ts'

const MB = 1_000_000
/** To send tens of megabytes takes a busy machine a while. */
const A_WHILE = { timeout: 15_000 }

let server: HttpServer
let sockets: Socket[]
let taken: number
beforeEach(async () => {
  sockets = []
  taken = 0
  server = await createServer({
    log: pino({ level: 'silent' }),
    ping: async () => {},
    consoleDir: tmpdir(),
  })
  const take = async () => ({ taken: (taken += 1) })
  server.http.post('/call', take)
  server.http.post('/small', { bodyLimit: 1_000 }, take)
  server.http.post('/urgent', { config: { bodyShare: 'urgent' } }, take)
  await server.http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

/** Sends the beginning of a body to a path of ours. */
async function begin(first: string | Buffer, sender: Partial<Sender> = {}) {
  const headers = { 'content-length': String(MB) }
  const begun = await beginBody(server.http, first, { path: '/call', headers, ...sender })
  sockets.push(begun.socket)
  return begun
}

const beginMany = (count: number, first: string | Buffer, sender: Partial<Sender> = {}) =>
  Promise.all(Array.from({ length: count }, () => begin(first, sender)))

const withStatus = (sent: Begun[], status: number) => sent.filter((one) => one.status() === status)

async function send(path: string, from = '127.0.0.1', bytes = 900_000) {
  const { port } = server.http.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    body: JSON.stringify({ text: 'x'.repeat(bytes) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

/** What the bodies take up now, as the metrics say. */
async function inMemory(): Promise<number> {
  const { body } = await server.http.inject({ url: '/metrics' })
  return Number(/^kaibo_body_bytes (\d+)$/m.exec(body)?.[1])
}

const CHUNKED = { 'transfer-encoding': 'chunked' }
test.each([
  ['length', { 'content-length': String(MB) }, '{'],
  ['chunks', CHUNKED, '1\r\n{\r\n'],
])(
  'a body counts by what has come of it, not by what it announces (%s)',
  async (_, headers, first) => {
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      await beginMany(60, first, { headers, from })
    await expect.poll(inMemory).toBe(180)
    expect(await send('/call', '192.0.2.1')).toBe(200)
    expect(await send('/call')).toBe(200)
  },
)

/** All but the last of a megabyte. */
const NEARLY_ALL = Buffer.alloc(MB - 1, ' ')

test('one sender has half of the memory: the rest of what it sends is told to come again', async () => {
  const sent = await beginMany(40, NEARLY_ALL, { from: '192.0.2.1' })
  await expect.poll(() => withStatus(sent, 503).length, A_WHILE).toBeGreaterThanOrEqual(7)
  const [refused] = withStatus(sent, 503)
  expect(refused?.answer()).toMatch(/^retry-after: 5\r$/m)
  expect(refused?.answer()).toContain('{"code":1009,"msg":"服务繁忙，请稍后重试","data":null}')
  expect(await inMemory()).toBeLessThanOrEqual(33_554_432)
  expect(await send('/call', '192.0.2.1')).toBe(503)
  expect(await send('/call', '192.0.2.2')).toBe(200)
  expect(await send('/urgent', '192.0.2.1'), 'a share of its own').toBe(200)
})

test('several senders cannot take all of it from one that sends little', async () => {
  const sent: Begun[] = []
  for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    sent.push(...(await beginMany(30, NEARLY_ALL, { from })))
  await expect.poll(() => withStatus(sent, 503).length, A_WHILE).toBeGreaterThan(0)
  await expect.poll(inMemory, A_WHILE).toBeGreaterThan(60_000_000)
  expect(await send('/call', '198.51.100.7')).toBe(200)
  expect(await inMemory()).toBeLessThanOrEqual(67_108_864)
})

test('what is cut off is given back, and so is what was answered', async () => {
  const sent = await beginMany(40, NEARLY_ALL)
  await expect.poll(() => withStatus(sent, 503).length, A_WHILE).toBeGreaterThanOrEqual(7)
  for (const { socket } of sent) socket.destroy()
  await expect.poll(inMemory).toBe(0)
  for (let n = 0; n < 60; n++) expect(await send('/call')).toBe(200)
  await expect.poll(inMemory).toBe(0)
})

test('a body that comes in small pieces takes up no more than twice what has come', async () => {
  const chunks = `14\r\n${' '.repeat(20)}\r\n`.repeat(1_000)
  await begin(chunks, { headers: CHUNKED })
  await expect.poll(inMemory).toBeGreaterThanOrEqual(20_000)
  expect(await inMemory()).toBeLessThanOrEqual(40_000)
})

test('a body that comes byte by byte is refused, and its connection cut off', async () => {
  const crumbs = await begin('1\r\n \r\n'.repeat(20_000), { headers: CHUNKED })
  await once(crumbs.socket, 'close')
  expect(crumbs.status()).toBe(400)
  expect(crumbs.answer()).toContain('请求内容分段过碎')
  expect(await inMemory()).toBe(0)
})

test('a body that does not begin, or is slower than the pace, is ended; a slow one that keeps it is not', async () => {
  const silent = await begin('')
  const stopped = await begin('{')
  const slow = await begin('{')
  const steady = setInterval(() => slow.socket.write(' '.repeat(1_000)), 250)
  await expect.poll(() => stopped.status(), { timeout: 15_000 }).toBe(408)
  await expect.poll(() => silent.status(), { timeout: 15_000 }).toBe(408)
  expect(silent.answer()).toContain('{"code":1001,"msg":"请求超时","data":null}')
  clearInterval(steady)
  expect(slow.status()).toBe(0)
})

test('the limit of a route holds before and while its body comes', async () => {
  const announced = await begin('', {
    path: '/small',
    headers: { 'content-length': '1001' },
  })
  await expect.poll(() => announced.status()).toBe(413)
  const first = `3e9\r\n${' '.repeat(1_001)}\r\n`
  const chunked = await begin(first, { path: '/small', headers: CHUNKED })
  await expect.poll(() => chunked.status()).toBe(413)
  expect(taken).toBe(0)
})

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

async function post(type: string, payload: string) {
  const headers = { 'content-type': type }
  const answer = await server.http.inject({ method: 'POST', url: '/call', headers, payload })
  return answer.json<{ code?: number; msg?: string }>()
}

test('what is nested deeper, or has more fields, than anybody means is not parsed', async () => {
  const refused = { code: 1001, msg: '请求内容嵌套太深' }
  expect(await post('application/json', deep(128))).toEqual({ taken: 1 })
  expect(await post('application/json', deep(129))).toMatchObject(refused)
  expect(await post('application/json', '['.repeat(1_000_000))).toMatchObject(refused)
  const form = 'application/x-www-form-urlencoded'
  expect(await post(form, 'a=1&'.repeat(999))).toEqual({ taken: 2 })
  const msg = '表单最多1000个字段，请改用JSON'
  expect(await post(form, 'a=1&'.repeat(1_000))).toMatchObject({ code: 1001, msg })
})

test('the body of a path that does not exist is not read', async () => {
  const lost = await begin('{', { path: '/admin/v1/nothing' })
  await expect.poll(() => lost.status()).toBe(404)
  expect(await inMemory()).toBe(0)
})
