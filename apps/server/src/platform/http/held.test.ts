import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createServer, type HttpServer } from './server.ts'

const MB = 1_000_000
/** One address may have 32 MB on their way: so many bodies of a megabyte. */
const FIT = 33

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
  server.http.post('/push', { config: { body: 'push' } }, take)
  server.http.addContentTypeParser('video/any', (_request, _body, done) => done(null))
  server.http.post('/stream', { config: { body: 'stream' } }, take)
  await server.http.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

interface Sent {
  socket: Socket
  answer: () => string
}

/** Announces a body, sends some of it, and stops. */
async function begin(path: string, lengthHeader: string, type = 'application/json'): Promise<Sent> {
  const { port } = server.http.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const headers = [`POST ${path} HTTP/1.1`, 'Host: a', `Content-Type: ${type}`, lengthHeader]
  socket.write(`${headers.join('\r\n')}\r\n\r\n`)
  return { socket, answer: () => text }
}
const beginMany = (count: number, path: string, lengthHeader = `Content-Length: ${MB}`) =>
  Promise.all(Array.from({ length: count }, () => begin(path, lengthHeader)))

const refusals = (sent: Sent[]) => sent.filter(({ answer }) => answer().includes('HTTP/1.1 503'))
const send = (path: string, headers: Record<string, string> = {}) => {
  const { port } = server.http.server.address() as AddressInfo
  const body = JSON.stringify({ text: 'x'.repeat(900_000) })
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
}

test.each(['Content-Length: 1000000', 'Transfer-Encoding: chunked'])(
  'bodies that are announced (%s) and do not come are counted: what is over is told to come again',
  async (lengthHeader) => {
    const sent = await beginMany(40, '/call', lengthHeader)
    await expect.poll(() => refusals(sent).length).toBeGreaterThanOrEqual(40 - FIT)
    const [refused] = refusals(sent)
    expect(refused?.answer()).toMatch(/^retry-after: 5\r$/m)
    expect(refused?.answer()).toContain('{"code":1009,"msg":"服务繁忙，请稍后重试","data":null}')
    expect((await send('/call')).status).toBe(503)
    expect(refusals(sent).length).toBeLessThan(12)
    expect(taken).toBe(0)
  },
)

test('what is cut off is given back, and so is what was answered', async () => {
  const sent = await beginMany(40, '/call')
  await expect.poll(() => refusals(sent).length).toBeGreaterThan(0)
  for (const { socket } of sent) socket.destroy()
  await expect.poll(async () => (await send('/call')).status).toBe(200)
  for (let n = 0; n < 60; n++) expect((await send('/call')).status).toBe(200)
})

test('whoever sends slowly shuts out neither another address, nor pushes, nor who asks', async () => {
  const slow = await beginMany(40, '/call')
  await expect.poll(() => refusals(slow).length).toBeGreaterThan(0)
  expect((await send('/call')).status).toBe(503)
  expect((await send('/call', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200)
  expect((await send('/push')).status).toBe(200)
  const { port } = server.http.server.address() as AddressInfo
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
})

test('a body that is read as it comes is not held', async () => {
  const long = 'Content-Length: 900000'
  const sent = await Promise.all(
    Array.from({ length: 60 }, () => begin('/stream', long, 'video/any')),
  )
  await expect.poll(() => taken).toBe(60)
  expect(refusals(sent)).toEqual([])
})
