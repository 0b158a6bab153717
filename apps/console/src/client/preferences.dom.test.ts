import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import type { PassportInfo, Preferences } from '@kaibo/contract/auth/auth.schema.ts'
import { infoOf, person } from './person.fixture.ts'
import { savePreference } from './preferences.ts'
import { reply, serve } from './server.fixture.ts'
import { currentSession, rememberInfo, signIn } from './session.ts'

const info = infoOf({})

/** What was asked for, each to be answered when the test says so. */
let asked: { preferences: Preferences; response: ServerResponse }[] = []
serve<{ preferences: Preferences }>(
  ({ body: { preferences } }, response) => void asked.push({ preferences, response }),
)

beforeEach(() => {
  asked = []
  localStorage.clear()
  signIn('t1', person)
  rememberInfo(info)
})

const askedFor = (count: number) => expect.poll(() => asked.length).toBe(count)
const shown = () => currentSession().info?.preferences
const settled = () => new Promise((done) => setTimeout(done, 50))

/** As the server answers: with all it has of the person. */
function answer(at: number, more: Partial<PassportInfo> = {}) {
  const { preferences, response } = asked[at] ?? {}
  reply(response, { data: { ...info, preferences, ...more } })
}

test('a slow answer does not undo a later choice', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  savePreference({ density: 'large' })
  await askedFor(2)
  answer(0)
  await settled()
  expect(shown()).toEqual({ density: 'large' })
  answer(1, { user: { ...person, nickname: '林 2' } })
  await expect.poll(() => currentSession().info?.user.nickname).toBe('林 2')
  expect(shown()).toEqual({ density: 'large' })
})

test('only the changed preference is sent; choices of another machine come with the answer', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  expect(asked[0]?.preferences).toEqual({ density: 'compact' })
  answer(0, { preferences: { theme: 'dark', density: 'compact' } })
  await settled()
  expect(shown()).toEqual({ theme: 'dark', density: 'compact' })
})

test('neither an answer requested earlier nor one that arrives late undoes a choice', async () => {
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

test('a confirmed preference follows the server again', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  answer(0)
  await settled()
  rememberInfo({ ...info, preferences: { density: 'large' } })
  expect(shown()).toEqual({ density: 'large' })
})

test('a preference that could not be saved applies for this login', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  asked[0]?.response.destroy()
  await settled()
  rememberInfo(info)
  expect(shown()).toEqual({ density: 'compact' })
  signIn('t2', { ...person, uid: 'u2' })
  rememberInfo(info)
  expect(shown()).toEqual({})
})

test('an answer that arrives after another login is ignored', async () => {
  savePreference({ density: 'compact' })
  await askedFor(1)
  signIn('t2', { ...person, uid: 'u2' })
  answer(0)
  await settled()
  expect(currentSession().info).toBeNull()
})
