import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import { authApi } from '@kaibo/contract/auth/auth.api.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { VIEW_AS_HEADER } from '@kaibo/contract/facts/headers.ts'
import { earlyAnswered } from '#client/early.ts'
import { answered, call } from '#client/http.ts'
import { setLanguage } from '#client/language.ts'
import { infoOf, person } from '#client/person.fixture.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { currentSession, rememberInfo, signIn, signOut } from '#client/session.ts'
import { entry } from '#client/storage.ts'
import type { BootFacts } from './boot.facts.ts'
import { boot } from './boot.ts'
import { releaseLogin } from './early-login.ts'
import { listCalls, shellCalls } from './first-calls.ts'

let asked: string[] = []
let code = 0
const facts: BootFacts = {
  ground: '/assets/antd-1.css',
  always: { scripts: ['/assets/console-1.js'], sheets: [] },
  screens: {
    '/account': { scripts: ['/assets/account-1.js'], sheets: [], list: listCalls['/account'] },
  },
  calls: shellCalls,
}
const list = (given: object = {}) => call(accountApi.list, { page: 1, page_size: 20, ...given })
const preloaded = () =>
  [...document.head.querySelectorAll('link[rel=modulepreload]')].map((one) =>
    one.getAttribute('href'),
  )

serve(({ path, query, headers }, response) => {
  const { authorization = '', [VIEW_AS_HEADER]: group = '' } = headers
  asked.push(`${path}?${query} ${authorization} ${String(group)}`.trim())
  reply(response, {
    code,
    msg: code === 0 ? 'success' : '登录已过期',
    data: { list: [], total: 0 },
  })
})
const viewAs = entry('view-as', z.object({ id: z.string(), name: z.string() }), { ofTab: true })

beforeEach(() => {
  asked = []
  code = 0
  document.head.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  setLanguage('zh')
  signOut()
  history.replaceState(null, '', '/account')
})
afterEach(() => {
  delete (globalThis as { kaiboEarly?: unknown }).kaiboEarly
  releaseLogin()
})
const settled = (count: number) => expect.poll(() => asked.length).toBe(count)

test('without a login no request is sent', () => {
  boot(facts)
  expect(preloaded()).toEqual([])
  expect(asked).toEqual([])
})

test('with a login the screen’s files and calls are requested, and each call is sent once', async () => {
  signIn('t1', person)
  boot(facts)
  expect(preloaded()).toEqual(['/assets/console-1.js', '/assets/account-1.js'])
  await Promise.all([
    list(),
    call(authApi.info, {}),
    call(authApi.menus, {}),
    call(authApi.actions, {}),
  ])
  expect(asked).toHaveLength(4)
  expect(asked).toContain('/admin/v1/passport/list?page=1&page_size=20 Bearer t1')
  // The second time it is asked for anew.
  await list()
  await settled(5)
})

test('the filters in the address are sent; the answer is used even if they are in another order', async () => {
  history.replaceState(null, '', '/account?keyword=lin&edit=7')
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  await call(accountApi.list, { keyword: 'lin', page_size: 20, page: 1 })
  await settled(1)
})

const keywords = () => asked.map((one) => new URLSearchParams(one.split(/[? ]/)[1]).get('keyword'))

test('a list that opened by a view the last time is asked for by it, unless the address or the history says otherwise', async () => {
  signIn('t1', person)
  rememberInfo(infoOf({ openings: [{ list: 'account', state: { search: 'keyword=lin' } }] }))
  boot({ ...facts, calls: [] })
  await settled(1)
  history.replaceState(null, '', '/account?keyword=wu')
  boot({ ...facts, calls: [] })
  await settled(2)
  history.replaceState({ key: 'k1' }, '', '/account')
  boot({ ...facts, calls: [] })
  await settled(3)
  expect(keywords()).toEqual(['lin', 'wu', null])
})

test('an address that names an export does not have the server write a file', async () => {
  history.replaceState(null, '', '/account?export=xlsx&keyword=lin')
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  await settled(1)
  expect(asked[0]).toContain('keyword=lin')
  expect(asked[0]).not.toContain('export')
})

test('the answer is not used for a different query', async () => {
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  await list({ page: 2 })
  await settled(2)
})

test('an answer that has arrived is there at once, for one taker', async () => {
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  const query = { page: 1, page_size: 20 }
  expect(answered(accountApi.list, query)).toBeUndefined()
  await earlyAnswered()
  expect(answered(accountApi.list, query)).toEqual({ list: [], total: 0 })
  expect(answered(accountApi.list, query)).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('a refused answer is left to the call, which says why', async () => {
  code = Code.forbidden
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  await earlyAnswered()
  expect(answered(accountApi.list, { page: 1, page_size: 20 })).toBeUndefined()
  await expect(list()).rejects.toMatchObject({ code: Code.forbidden })
  expect(asked).toHaveLength(1)
})

test('an expired login ends as with any other call', async () => {
  code = Code.expired
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  await expect(list()).rejects.toMatchObject({ code: Code.expired })
  expect(currentSession().token).toBeNull()
})

test('a new login does not get an answer that was requested for the previous one', async () => {
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  signOut()
  signIn('t2', person)
  await list()
  await settled(2)
  expect(asked[1]).toContain('Bearer t2')
})

test('a tab that views as a group asks as that group; after it stops, the answer is not used', async () => {
  signIn('t1', person)
  viewAs.write({ id: 'finance', name: '财务' })
  boot({ ...facts, calls: [] })
  await list()
  await settled(1)
  expect(asked[0]).toContain('finance')
  boot({ ...facts, calls: [] })
  viewAs.remove()
  await list()
  await settled(3)
})

test('an answer in another language is not used', async () => {
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  setLanguage('en')
  await list()
  await settled(2)
})

test('cancelling the call aborts the request', async () => {
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  const ending = new AbortController()
  const answer = call(accountApi.list, { page: 1, page_size: 20 }, { signal: ending.signal })
  ending.abort()
  await expect(answer).rejects.toBe(ending.signal.reason)
})

test('an expired or invalid stored token starts no requests', () => {
  localStorage.setItem('kaibo:token', JSON.stringify({ value: 't1', until: 1 }))
  boot(facts)
  localStorage.setItem('kaibo:token', 'nonsense')
  boot(facts)
  expect(preloaded()).toEqual([])
})

test('on the login page with a login, the requested page’s files and calls are loaded', () => {
  history.replaceState(null, '', '/login?from=%2Faccount')
  signIn('t1', person)
  boot({ ...facts, calls: [] })
  expect(preloaded()).toContain('/assets/account-1.js')
})

test('a login form submitted before its script runs is submitted when it does', () => {
  boot(facts)
  document.body.innerHTML = '<div id="root"><form><button>登录</button></form></div>'
  const form = document.querySelector('form')
  let sent = 0
  const send = () => form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(send()).toBe(false)
  form?.addEventListener('submit', (event) => {
    event.preventDefault()
    sent++
  })
  releaseLogin()
  expect(sent).toBe(1)
})
