import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { person } from '#client/person.fixture.ts'
import type * as Session from '#client/session.ts'
import type * as Visits from './visits.ts'

const page = (path: string, search = '') => ({ screen: 'account' as const, path, search })

let session: typeof Session
let visits: typeof Visits
/** This tab of the browser, loaded anew. */
async function reload() {
  vi.resetModules()
  session = await import('#client/session.ts')
  visits = await import('./visits.ts')
}
const addresses = () => visits.currentVisits().map(visits.addressOf)

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  await reload()
  session.signIn('t1', person)
})

test('one tab per path, in order of the first visit, with its last address', () => {
  visits.visit(page('/account'))
  visits.visit(page('/group'))
  visits.visit(page('/account', '?keyword=lin'))
  expect(addresses()).toEqual(['/account?keyword=lin', '/group'])
  visits.closeTabs(['/account'])
  expect(addresses()).toEqual(['/group'])
})

test('the scroll position is stored per address', () => {
  visits.visit(page('/account', '?page=2'))
  visits.noteTop('/account', 340)
  expect(visits.leftAt('/account', '?page=2')).toBe(340)
  expect(visits.leftAt('/account', '')).toBe(0)
  expect(visits.leftAt('/group', '')).toBe(0)
})

test('opening a drawer does not change the page’s scroll position', () => {
  visits.visit(page('/account'))
  visits.noteTop('/account', 340)
  visits.visit(page('/account', '?edit=u2'))
  expect(visits.leftAt('/account', '?edit=u2')).toBe(340)
})

test('tabs and scroll positions survive a reload', async () => {
  visits.visit(page('/account', '?page=2'))
  visits.noteTop('/account', 340)
  dispatchEvent(new Event('pagehide'))
  await reload()
  expect(addresses()).toEqual(['/account?page=2'])
  expect(visits.leftAt('/account', '?page=2')).toBe(340)
})

test('a stored tab of an unknown screen is dropped', async () => {
  visits.visit(page('/account'))
  const text = sessionStorage.getItem('kaibo:tabs') ?? ''
  expect(text).toContain('"account"')
  sessionStorage.setItem('kaibo:tabs', text.replace('"account"', '"gone"'))
  await reload()
  expect(addresses()).toEqual([])
})

test('a page opened before the person is known keeps its tab', async () => {
  localStorage.clear()
  await reload()
  visits.visit(page('/account'))
  session.signIn('t1', person)
  expect(addresses()).toEqual(['/account'])
})

test('a logout drops the tabs', () => {
  visits.visit(page('/account'))
  session.signOut()
  expect(addresses()).toEqual([])
  expect(sessionStorage.length).toBe(0)
})

test('after an expired login the same person gets the tabs back; another person does not', () => {
  visits.visit(page('/account'))
  session.expire('t1', '登录已过期')
  session.signIn('t2', person)
  expect(addresses()).toEqual(['/account'])
  session.expire('t2', '登录已过期')
  session.signIn('t3', { ...person, uid: 'u2' })
  expect(addresses()).toEqual([])
})

test('stored tabs of another person are dropped', async () => {
  visits.visit(page('/account'))
  session.signIn('t2', { ...person, uid: 'u2' })
  sessionStorage.setItem(
    'kaibo:tabs',
    JSON.stringify({ value: { uid: 'u1', tabs: [{ ...page('/account'), top: 0 }] }, until: null }),
  )
  await reload()
  expect(addresses()).toEqual([])
})

test('beyond twenty tabs the least recently visited one is dropped, unless it has a draft', async () => {
  for (let n = 1; n <= 20; n++) visits.visit(page(`/digital/room/${n}`))
  visits.visit(page('/digital/room/1'))
  const { entry } = await import('#client/storage.ts')
  entry(`draft:${person.uid}:/digital/room/2:room`, z.unknown()).write({ name: '夜谈' })
  visits.visit(page('/account'))
  const open = addresses()
  expect(open).toHaveLength(20)
  expect(open).toEqual(expect.arrayContaining(['/digital/room/1', '/digital/room/2', '/account']))
  expect(open).not.toContain('/digital/room/3')
})
