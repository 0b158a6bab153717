import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { domain, get, post } from '@kaibo/contract/kernel/endpoint.ts'
import { call, CallError, download, queryOf } from './http.ts'
import { person } from './person.fixture.ts'
import { currentSession, onSession, signIn, signOut } from './session.ts'
import { onToast, type Toast } from './toast.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const api = domain('test', {
  read: get('/admin/v1/test/read', { input: z.looseObject({}), data: z.unknown(), can: 'login' }),
  write: post('/admin/v1/test/write', {
    input: z.looseObject({}),
    data: z.unknown(),
    can: 'login',
  }),
  brief: get('/admin/v1/test/read', { data: z.unknown(), can: 'login', timeoutMs: 80 }),
})

let answer: Answer
const server = createServer((request, response) => answer(request, response))
const toasts: Toast[] = []

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', { origin: `http://127.0.0.1:${port}` })
  onToast((toast) => toasts.push(toast))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  signOut()
  toasts.length = 0
})

const json =
  (body: unknown, status = 200): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'req-7' })
    response.end(JSON.stringify(body))
  }

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const error = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof CallError)) throw new Error(`not a CallError: ${String(error)}`)
  return error
}

/** The same words within a second show once; each test says its own. */
let count = 0
const words = () => `消息${(count += 1)}`

test('code 0 resolves to the data', async () => {
  answer = json({ code: 0, msg: 'success', data: { list: [1] } })
  expect(await call(api.read, {})).toEqual({ list: [1] })
  expect(toasts).toEqual([])
})

test.each([1001, 1003, 1005, 1006, 1007, 1008, 1009, 2001, 2002])(
  'code %i shows its words as a toast',
  async (code) => {
    const msg = words()
    answer = json({ code, msg, data: null })
    const error = await failureOf(call(api.read, {}))
    expect(error).toMatchObject({ code, message: msg, status: 200, requestId: 'req-7', fields: {} })
    expect(toasts).toEqual([{ text: msg, traceId: null }])
  },
)

test('code 1001 carries the errors by field', async () => {
  answer = json({ code: 1001, msg: words(), data: { fields: { name: '请输入名称' } } })
  expect((await failureOf(call(api.write, {}))).fields).toEqual({ name: '请输入名称' })
})

test('code 5000 carries the trace id', async () => {
  const [own, none] = [words(), words()]
  answer = json({ code: 5000, msg: own, data: { trace_id: 'trace-1' } })
  await failureOf(call(api.read, {}))
  answer = json({ code: 5000, msg: none, data: null })
  await failureOf(call(api.read, {}))
  expect(toasts).toEqual([
    { text: own, traceId: 'trace-1' },
    { text: none, traceId: 'req-7' },
  ])
})

test.each([
  [400, '请求错误'],
  [401, '未授权，请重新登录'],
  [403, '拒绝访问'],
  [404, '请求的资源不存在'],
  [405, '请求方法不允许'],
  [408, '请求超时'],
  [500, '服务器错误'],
  [501, '服务未实现'],
  [502, '网络错误'],
  [503, '服务不可用'],
  [504, '网络超时'],
  [505, 'HTTP版本不受支持'],
  [418, '连接错误418'],
])('HTTP status %i says %s', async (status, text) => {
  answer = json({ code: 5000, msg: '别的话', data: null }, status)
  expect(await failureOf(call(api.read, {}))).toMatchObject({ status, message: text, code: -1 })
  expect(toasts.map((toast) => toast.text)).toEqual([text])
})

test('every status from 200 to 299 is a success', async () => {
  answer = json({ code: 0, msg: '', data: 1 }, 206)
  expect(await call(api.read, {})).toBe(1)
})

test('an answer that is no envelope is an error', async () => {
  answer = (_, response) => response.end('<!doctype html>')
  expect((await failureOf(call(api.read, {}))).message).toBe('服务器的回答无法识别')
})

test('no response at all is a network error', async () => {
  answer = (request) => request.socket.destroy()
  const error = await failureOf(call(api.read, {}))
  expect(error).toMatchObject({ message: '连接服务器失败', status: 0, requestId: null })
  expect(toasts.map((toast) => toast.text)).toEqual(['连接服务器失败'])
})

test('the time-out has its own message and includes reading the body', async () => {
  answer = () => undefined
  expect((await failureOf(call(api.brief, {}, { silent: true }))).message).toBe('请求超时')
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"code":0,')
  }
  expect((await failureOf(call(api.brief, {}, { silent: true }))).message).toBe('请求超时')
})

test('a cancelled call shows nothing and rejects with the reason', async () => {
  answer = () => undefined
  const controller = new AbortController()
  const going = call(api.read, {}, { signal: controller.signal })
  controller.abort()
  await expect(going).rejects.toBe(controller.signal.reason)
  expect(toasts).toEqual([])
})

test('the same error text is shown once a second, another one at once', async () => {
  const [one, other] = [words(), words()]
  answer = json({ code: 1006, msg: one, data: null })
  await Promise.all([1, 2, 3].map(() => failureOf(call(api.read, {}))))
  answer = json({ code: 1006, msg: other, data: null })
  await failureOf(call(api.read, {}))
  expect(toasts.map((toast) => toast.text)).toEqual([one, other])
  await new Promise((done) => setTimeout(done, 1_050))
  answer = json({ code: 1006, msg: one, data: null })
  await failureOf(call(api.read, {}))
  expect(toasts.map((toast) => toast.text)).toEqual([one, other, one])
})

test('a silent call shows no toast', async () => {
  answer = json({ code: 1006, msg: words(), data: null })
  await failureOf(call(api.read, {}, { silent: true }))
  expect(toasts).toEqual([])
})

test.each([1002, 1004, 2003])('ten calls that meet code %i end the login once', async (code) => {
  signIn('token-1', person)
  let ends = 0
  const forget = onSession(() => (ends += 1))
  answer = json({ code, msg: '登录已过期，请重新登录', data: null })
  const errors = await Promise.all(Array.from({ length: 10 }, () => failureOf(call(api.read, {}))))
  forget()
  expect(errors.every((error) => error.code === code)).toBe(true)
  expect(ends).toBe(1)
  expect(toasts).toEqual([])
  expect(currentSession()).toMatchObject({
    token: null,
    user: null,
    ended: { notice: '登录已过期，请重新登录', comeBack: true },
  })
})

test('a late answer to an older login does not end the newer one', async () => {
  signIn('token-1', person)
  answer = (request, response) => {
    signIn('token-2', person)
    json({ code: 1004, msg: '登录已过期', data: null })(request, response)
  }
  await failureOf(call(api.read, {}))
  expect(currentSession().token).toBe('token-2')
})

test('the token travels in both headers, the input as JSON', async () => {
  signIn('token-1', person)
  let seen: IncomingMessage['headers'] = {}
  let body = ''
  answer = (request, response) => {
    seen = request.headers
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => json({ code: 0, msg: '', data: null })(request, response))
  }
  await call(api.write, { name: '甲', tags: ['a,b'] })
  expect(seen).toMatchObject({
    authorization: 'Bearer token-1',
    token: 'token-1',
    'content-type': 'application/json',
  })
  expect(JSON.parse(body)).toEqual({ name: '甲', tags: ['a,b'] })
})

test('without a login no token header is sent', async () => {
  let seen: IncomingMessage['headers'] = {}
  answer = (request, response) => {
    seen = request.headers
    json({ code: 0, msg: '', data: null })(request, response)
  }
  await call(api.read, {})
  expect(seen).not.toHaveProperty('authorization')
  expect(seen).not.toHaveProperty('token')
})

test('a query omits undefined values and encodes lists as JSON', () => {
  const query = queryOf({ page: 2, keyword: '礼 物', none: undefined, gone: null, ids: ['a,b'] })
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
    page: '2',
    keyword: '礼 物',
    ids: '["a,b"]',
  })
})

test('an error envelope instead of a file is shown as an error', async () => {
  const msg = words()
  answer = json({ code: 1003, msg, data: { need: 'income.look' } })
  expect((await failureOf(download(api.read, {}))).code).toBe(1003)
  expect(toasts.map((toast) => toast.text)).toEqual([msg])
  answer = (_, response) => response.writeHead(504).end()
  expect((await failureOf(download(api.read, {}))).message).toBe('网络超时')
})

test('a success envelope instead of a file is an error', async () => {
  answer = json({ code: 0, msg: '', data: [] })
  const error = await failureOf(download(api.read, {}, { silent: true }))
  expect(error.message).toBe('服务器的回答无法识别')
})
