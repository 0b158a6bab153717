import { afterEach, beforeEach, expect, test } from 'vitest'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { roomApi } from '@kaibo/contract/room/room.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'
import { beginBody, type Begun } from './begin-body.fixture.ts'

/** Who is let in is decided before a body is read: none of these bodies is ever sent as a whole. */

let server: TestServer
let admin: Login
let begun: Begun[]
beforeEach(async () => {
  begun = []
  server = await bootServer()
  await server.listen()
  admin = await server.login('admin', { username: 'root' })
})
afterEach(async () => {
  for (const { socket } of begun) socket.destroy()
  await server.close()
})

interface Sent {
  path: string
  first?: string | Buffer
  length?: number
  headers?: Record<string, string>
}

/** Announces a body, without a word of it unless `first` says otherwise. */
async function send({ path, first = '', length = 1_000_000, headers = {} }: Sent) {
  const all = { 'content-length': String(length), ...headers }
  const sent = await beginBody(server.app.http, first, { path, headers: all })
  begun.push(sent)
  return sent
}

async function answerTo(sent: Sent) {
  const { answer, status } = await send(sent)
  await expect.poll(status).not.toBe(0)
  const [, body = ''] = answer().split('\r\n\r\n')
  return { status: status(), code: (JSON.parse(body) as { code: number }).code }
}

test('without a login, or without the right, no body is read', async () => {
  const { path } = roomApi.create
  expect(await answerTo({ path })).toEqual({ status: 200, code: 1002 })
  expect(await answerTo({ path, headers: { token: 'x' } })).toEqual({ status: 200, code: 1002 })
  const { token } = await server.login('finance')
  expect(await answerTo({ path, headers: { token } })).toEqual({ status: 200, code: 1003 })
})

test('a call without a login takes 16 kB', async () => {
  const { path } = authApi.login
  expect(await answerTo({ path, length: 16_385 })).toEqual({ status: 413, code: 1001 })
})

test('an address that has called too often is answered before its body is read', async () => {
  const { path } = authApi.login
  for (let n = 0; n < 600; n++)
    await server.app.http.inject({ method: 'POST', url: path, payload: {} })
  expect(await answerTo({ path, length: 100 })).toEqual({ status: 429, code: 1007 })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const refused = { status: 429, code: 1007 }
  expect(await answerTo({ path, length: 100, headers: form })).toEqual(refused)
})

test('whoever takes up all memory of calls can still log in and stop a room', async () => {
  const first = Buffer.alloc(999_999, ' ')
  const { token } = admin
  const { path } = roomApi.create
  const sent = await Promise.all(
    Array.from({ length: 40 }, () => send({ path, first, headers: { token } })),
  )
  const refused = () => sent.filter(({ status }) => status() === 503)
  await expect.poll(() => refused().length, { timeout: 15_000 }).toBeGreaterThanOrEqual(7)
  const { socket, answer } = await send({ path, first, headers: { token } })
  await expect.poll(answer).toContain('"code":1009')
  socket.destroy()
  const login = JSON.stringify({ username: 'root', password: TEST_PASSWORD })
  expect(await answerTo({ path: authApi.login.path, first: login, length: login.length })).toEqual({
    status: 200,
    code: 0,
  })
  const stop = JSON.stringify({ room_code: '22222222', mode: 'emergency' })
  expect(
    await answerTo({
      path: roomApi.stop.path,
      first: stop,
      length: stop.length,
      headers: { token },
    }),
  ).toEqual({ status: 200, code: 1005 })
})
