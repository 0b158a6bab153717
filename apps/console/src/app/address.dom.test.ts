import { afterEach, beforeEach, expect, test } from 'vitest'
import { person } from '#client/person.fixture.ts'
import { expire, signIn, signOut } from '#client/session.ts'
import { keepAddress } from './address.ts'

const at = () => location.pathname + location.search
const open = (path: string) => history.replaceState(null, '', path)
let stop = () => {}

beforeEach(() => {
  window.happyDOM.setURL('http://127.0.0.1/')
  signOut({ notice: null, comeBack: true })
})
afterEach(() => stop())

test('without a login the login page is shown, with the requested page in its address', () => {
  open('/income/live?page=2')
  stop = keepAddress()
  expect(at()).toBe('/login?from=%2Fincome%2Flive%3Fpage%3D2')
  signIn('t1', person)
  expect(at()).toBe('/income/live?page=2')
})

test('the start page is not put into the address of the login page', () => {
  open('/')
  stop = keepAddress()
  expect(at()).toBe('/login')
  signIn('t1', person)
  expect(at()).toBe('/')
})

test('an expired login comes back to the same page', () => {
  signIn('t1', person)
  open('/digital/actor?room=K7M2P9QX')
  stop = keepAddress()
  expire('t1', '登录已过期')
  expect(at()).toBe('/login?from=%2Fdigital%2Factor%3Froom%3DK7M2P9QX')
  signIn('t2', person)
  expect(at()).toBe('/digital/actor?room=K7M2P9QX')
})

test('after a logout the login leads to the start page', () => {
  signIn('t1', person)
  open('/income/live')
  stop = keepAddress()
  signOut()
  expect(at()).toBe('/login')
})

test('going back does not lead out of the login page', () => {
  open('/login')
  stop = keepAddress()
  open('/income/live')
  dispatchEvent(new PopStateEvent('popstate'))
  expect(at()).toBe('/login?from=%2Fincome%2Flive')
})

test('with a login /login redirects to the console', () => {
  signIn('t1', person)
  open('/login?from=%2Fincome%2Flive')
  stop = keepAddress()
  expect(at()).toBe('/income/live')
})
