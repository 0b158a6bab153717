import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createServer, type HttpServer } from './server.ts'

let server: HttpServer
let port: number
beforeAll(async () => {
  server = await createServer({
    log: pino({ level: 'silent' }),
    ping: async () => {},
    consoleDir: tmpdir(),
  })
  server.http.post('/admin/v1/thing', async () => ({ done: true }))
  server.http.get('/admin/v1/file', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-length': 1_000 })
    reply.raw.write('the beginning')
  })
  await server.http.listen({ host: '127.0.0.1', port: 0 })
  port = (server.http.server.address() as AddressInfo).port
})
afterAll(() => server.close())

/** What comes back for these very bytes. */
async function answerTo(...lines: string[]) {
  const socket = connect(port, '127.0.0.1')
  socket.write([...lines, '', ''].join('\r\n'))
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body }
}

const LONG = 'a'.repeat(20_000)
const TOO_LONG = '请求地址或请求头过长，请减少后重试'
const NO_HTTP = '请求不符合HTTP格式'
const CLOSE = 'Connection: close'

test.each([
  ['a long header', 431, TOO_LONG, ['GET /admin/v1/thing HTTP/1.1', 'Host: a', `X: ${LONG}`]],
  ['a long address', 431, TOO_LONG, [`GET /login?x=${LONG} HTTP/1.1`, 'Host: a']],
  ['a method that is none', 400, NO_HTTP, ['FOO /admin/v1/thing HTTP/1.1', 'Host: a']],
  ['no HTTP at all', 400, NO_HTTP, ['\u0016\u0003\u0001']],
  [
    'a length that is none',
    400,
    NO_HTTP,
    ['POST /admin/v1/thing HTTP/1.1', 'Host: a', 'Content-Length: abc'],
  ],
  [
    'two lengths',
    400,
    NO_HTTP,
    ['POST / HTTP/1.1', 'Host: a', 'Content-Length: 5', 'Transfer-Encoding: chunked'],
  ],
  ['no Host', 400, '请求缺少Host头', ['GET /login HTTP/1.1', CLOSE]],
  ['no Host of a call', 400, '请求缺少Host头', ['POST /admin/v1/thing HTTP/1.1', CLOSE]],
  [
    'an expectation',
    417,
    '请求头Expect只支持100-continue',
    ['POST /admin/v1/thing HTTP/1.1', 'Host: a', 'Expect: foo', CLOSE],
  ],
])('%s is %i in the envelope', async (_what, status, msg, lines) => {
  const answer = await answerTo(...lines)
  expect(answer.status).toBe(status)
  expect(JSON.parse(answer.body)).toEqual({ code: 1001, msg, data: null })
  expect(answer.head).toContain('content-type: application/json; charset=utf-8')
  expect(answer.head).toContain(`content-length: ${Buffer.byteLength(answer.body)}`)
  expect(answer.head).toMatch(/^x-request-id: [\w-]+\r?$/m)
})

test('what an older client leaves out, and what it may expect, is no fault', async () => {
  expect((await answerTo('POST /admin/v1/thing HTTP/1.0')).body).toBe('{"done":true}')
  const expecting = ['POST /admin/v1/thing HTTP/1.1', 'Host: a', 'Expect: 100-continue', CLOSE]
  expect((await answerTo(...expecting)).status).toBe(100)
})

test('what is no HTTP is not answered into the midst of another answer', async () => {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /admin/v1/file HTTP/1.1\r\nHost: a\r\n\r\n')
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  await expect.poll(() => heard).toContain('the beginning')
  const closed = once(socket, 'close')
  socket.write('\u0016\u0003\u0001\r\n\r\n')
  await closed
  expect(heard).toMatch(/the beginning$/)
})
