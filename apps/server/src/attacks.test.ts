import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { bootServer, type Login, type TestServer } from '@kaibo/testkit/boot.ts'
import { TEST_PASSWORD } from '@kaibo/testkit/build/account.build.ts'

let server: TestServer
let admin: Login

beforeAll(async () => {
  server = await bootServer()
  admin = await server.login('admin', { username: 'root' })
})
afterAll(() => server.close())

const post = (url: string, headers: Record<string, string>, payload: string) =>
  server.app.http.inject({ method: 'POST', url, headers, payload })
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const draft = (username: string) => ({
  username,
  password: 'three bridges 26',
  nickname: '来人',
  group_ids: ['operator'],
})
const login = () => server.call(authApi.login, { username: 'root', password: TEST_PASSWORD })

test('a body says the same as a form and as JSON, its faults too', async () => {
  const asForm = new URLSearchParams({ ...draft('by-form'), group_ids: 'operator' }).toString()
  const made = await post(accountApi.add.path, { ...FORM, token: admin.token }, asForm)
  expect(made.json()).toMatchObject({ code: 0, data: { username: 'by-form' } })
  const json = await server.call(accountApi.add, draft('by-json'), admin)
  expect(json).toMatchObject({ code: 0, data: { username: 'by-json' } })
  const faulty = { username: '', password: 'x' }
  const wrong = await post(
    accountApi.add.path,
    { ...FORM, token: admin.token },
    new URLSearchParams(faulty).toString(),
  )
  const same = await server.call(accountApi.add, faulty as never, admin)
  expect(wrong.json().data).toEqual(same.data)
})

test('a page of another site cannot act for a person: no cookie is ever a login', async () => {
  const headers = { ...FORM, origin: 'https://evil.example', cookie: `token=${admin.token}` }
  const body = new URLSearchParams({ uid: admin.uid, enabled: '0' }).toString()
  const answer = await post(accountApi.enable.path, headers, body)
  expect(answer.json()).toMatchObject({ code: 1002 })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('the configured cross-site header may come along and changes nothing', async () => {
  const headers = { token: admin.token, 'x-xsrf-token': 'anything' }
  const answer = await server.app.http.inject({
    method: 'POST',
    url: authApi.info.path,
    headers,
    payload: {},
  })
  expect(answer.json()).toMatchObject({ code: 0 })
})

test('a token from before the login is never made good by it', async () => {
  const planted = 'planted-token-0123456789012345678901234567890123'
  const answer = await server.app.http.inject({
    method: 'POST',
    url: authApi.login.path,
    headers: { token: planted },
    payload: { username: 'root', password: TEST_PASSWORD },
  })
  expect(answer.json().data.token).not.toBe(planted)
  const replay = await server.call(authApi.info, {}, { token: planted, uid: admin.uid })
  expect(replay.code).toBe(1002)
})

const as = ({ token }: { token: string }) => ({ token, uid: admin.uid })

test('a token is dead after its logout, and only that one', async () => {
  const [one, two] = [(await login()).data, (await login()).data]
  await server.call(authApi.logout, {}, as(one))
  expect((await server.call(authApi.info, {}, as(one))).code).toBe(1002)
  expect((await server.call(authApi.info, {}, as(two))).code).toBe(0)
})

test('a script in a text field comes back as text, and nothing takes it for a page', async () => {
  const nickname = '<img onerror=1>'
  await server.call(accountApi.add, { ...draft('script'), nickname }, admin)
  const answer = await server.app.http.inject({
    url: `${accountApi.list.path}?keyword=onerror`,
    headers: { token: admin.token },
  })
  expect(answer.json().data.list[0].nickname).toBe(nickname)
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

test('who does not exist is refused in the same words as who has another password', async () => {
  const wrong = await server.call(authApi.login, { username: 'root', password: 'wrong' })
  const unknown = await server.call(authApi.login, { username: 'nobody-here', password: 'wrong' })
  expect(unknown).toEqual(wrong)
})
