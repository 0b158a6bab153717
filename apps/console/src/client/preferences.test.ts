// @vitest-environment happy-dom
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PassportInfo, Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { savePreference } from './preferences.ts'
import { currentSession, rememberInfo, signIn } from './session.ts'

const user = { uid: 'u1', username: 'lin', nickname: '林', avatar: null, is_gs: 0 as const }
const info: PassportInfo = {
  user,
  phone: '',
  org: null,
  groups: [],
  is_gs: 0,
  otp_bound: 0,
  recovery_left: 0,
  must: null,
  preferences: {},
  new_devices: [],
  viewing: null,
  demo: false,
}

/** What was asked for, each to be answered when the test says so. */
let asked: { preferences: Preferences; response: ServerResponse }[] = []
const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const { preferences } = JSON.parse(text) as { preferences: Preferences }
    asked.push({ preferences, response })
  })
})

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  window.happyDOM.setURL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  asked = []
  localStorage.clear()
  signIn('t1', user)
  rememberInfo(info)
})

const askedFor = (count: number) => expect.poll(() => asked.length).toBe(count)
const shown = () => currentSession().info?.preferences
const settled = () => new Promise((done) => setTimeout(done, 50))

/** As the server answers: with all it has of the person. */
function answer(at: number, more: Partial<PassportInfo> = {}) {
  const { preferences, response } = asked[at] ?? {}
  const data = { ...info, preferences, ...more }
  response?.setHeader('content-type', 'application/json')
  response?.end(JSON.stringify({ code: 0, msg: '', data }))
}

test('a slow answer does not undo what was chosen since; the newest is taken', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  savePreference({ density: 'large' })
  await askedFor(2)
  answer(0)
  await settled()
  expect(shown()).toEqual({ density: 'large' })
  answer(1, { user: { ...user, nickname: '林 2' } })
  await expect.poll(() => currentSession().info?.user.nickname).toBe('林 2')
  expect(shown()).toEqual({ density: 'large' })
})

test('only the choice is sent: what another machine has chosen stays, and comes with the answer', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  expect(asked[0]?.preferences).toEqual({ density: 'compact' })
  answer(0, { preferences: { theme: 'dark', density: 'compact' } })
  await settled()
  expect(shown()).toEqual({ theme: 'dark', density: 'compact' })
})

test('an answer that was asked for before does not undo the choice, nor does a slow one after the newest', async () => {
  savePreference({ density: 'compact' })
  savePreference({ theme: 'dark' })
  await askedFor(2)
  rememberInfo({ ...info, phone: '13800000000' })
  expect(currentSession().info?.phone).toBe('13800000000')
  expect(shown()).toEqual({ density: 'compact', theme: 'dark' })
  answer(1, { preferences: { density: 'compact', theme: 'dark' } })
  await settled()
  answer(0, { preferences: { density: 'compact' } })
  await settled()
  expect(shown()).toEqual({ density: 'compact', theme: 'dark' })
})

test('what is confirmed follows the server again: another machine may choose otherwise', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  answer(0)
  await settled()
  rememberInfo({ ...info, preferences: { density: 'large' } })
  expect(shown()).toEqual({ density: 'large' })
})

test('what the server could not be told holds here for this login', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  asked[0]?.response.destroy()
  await settled()
  rememberInfo(info)
  expect(shown()).toEqual({ density: 'compact' })
  signIn('t2', { ...user, uid: 'u2' })
  rememberInfo(info)
  expect(shown()).toEqual({})
})

test('an answer that comes after another login is not that person’s', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  signIn('t2', { ...user, uid: 'u2' })
  answer(0)
  await settled()
  expect(currentSession().info).toBeNull()
})
