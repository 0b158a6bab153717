import { beforeEach, expect, test, vi } from 'vitest'
import { infoOf, person } from './person.fixture.ts'

const info = infoOf({ user: { ...person, nickname: '林 2' } })

/** A tab that has just been opened on this storage. */
async function openTab() {
  vi.resetModules()
  return import('./session.ts')
}

beforeEach(() => localStorage.clear())

test('without a stored token nobody is logged in, whatever else is stored', async () => {
  localStorage.setItem('kaibo:user', JSON.stringify({ value: person, until: null }))
  const { currentSession } = await openTab()
  expect(currentSession()).toMatchObject({ token: null, user: null, actions: null })
})

test('a login survives closing the tab; the stored data is used until the server answers', async () => {
  const first = await openTab()
  first.signIn('t1', person)
  first.rememberInfo(info)
  first.rememberActions(['room.look'])
  const { currentSession } = await openTab()
  expect(currentSession()).toMatchObject({
    token: 't1',
    user: { nickname: '林 2' },
    info: { demo: false },
    actions: ['room.look'],
  })
})

test('logging out clears token, user and rights', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.rememberActions(['room.look'])
  session.signOut()
  expect(session.currentSession()).toEqual({
    token: null,
    user: null,
    info: null,
    actions: null,
    ended: { notice: null, comeBack: false },
  })
  expect(localStorage.length).toBe(0)
})

test('an answer after the logout does not restore the login', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.signOut()
  session.rememberInfo(info)
  session.rememberActions(['room.look'])
  expect(session.currentSession().user).toBeNull()
  expect(localStorage.length).toBe(0)
})

test('a new login does not inherit the previous one’s rights', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.rememberActions(['room.look'])
  session.signIn('t2', { ...person, uid: 'u2' })
  expect(session.currentSession()).toMatchObject({ token: 't2', actions: null, info: null })
})

test('the notice asks to log in again, once', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.expire('t1', '登录已失效')
  expect(session.currentSession().ended?.notice).toBe('登录已失效请重新登录')
  session.signIn('t2', person)
  expect(session.currentSession().ended).toBeNull()
})

test('a logout in another tab ends this tab’s login; the next login returns to the page', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: 'kaibo:token' }))
  expect(session.currentSession()).toMatchObject({
    token: null,
    ended: { notice: null, comeBack: true },
  })
})

test('a login in another tab ends this one’s view as a group', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  const group = { value: { id: 'g1', name: '财务' }, until: null }
  sessionStorage.setItem('kaibo:view-as', JSON.stringify(group))
  const { currentViewAs } = await import('./view-as.ts')
  expect(currentViewAs()).toEqual(group.value)
  localStorage.setItem('kaibo:token', JSON.stringify({ value: 't2', until: null }))
  dispatchEvent(new StorageEvent('storage', { key: 'kaibo:token' }))
  expect(session.currentSession().token).toBe('t2')
  expect(currentViewAs()).toBeUndefined()
})

test('a tab that views as a group neither stores its data nor reads that of other tabs', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.rememberActions(['account.look'])
  const group = { value: { id: 'g1', name: '财务' }, until: null }
  sessionStorage.setItem('kaibo:view-as', JSON.stringify(group))
  const borrowed = await openTab()
  expect(borrowed.currentSession()).toMatchObject({ token: 't1', info: null, actions: null })
  borrowed.rememberActions(['income.look'])
  expect(borrowed.currentSession().actions).toEqual(['income.look'])
  sessionStorage.clear()
  expect((await openTab()).currentSession().actions).toEqual(['account.look'])
})

test('another tab’s other entries change nothing', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  const before = session.currentSession()
  dispatchEvent(new StorageEvent('storage', { key: 'kaibo:theme' }))
  expect(session.currentSession()).toBe(before)
})

test('after a required password change no page is refused until the new rights are loaded', async () => {
  const session = await openTab()
  session.signIn('t1', person)
  session.rememberInfo(infoOf({ must: 'password' }))
  session.rememberActions([])
  session.rememberInfo(infoOf({ must: null }))
  expect(session.currentSession().actions).toBeNull()
  // In the other order they stand at once.
  session.rememberInfo(infoOf({ must: 'otp' }))
  session.rememberActions(['room.look'])
  session.rememberInfo(infoOf({ must: null }))
  expect(session.currentSession().actions).toEqual(['room.look'])
})
