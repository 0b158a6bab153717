import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { setLanguage } from '#client/language.ts'
import { person } from '#client/person.fixture.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { currentSession, expire, signIn, signOut } from '#client/session.ts'
import LoginPage from './login.page.tsx'

let answer: Partial<Envelope>
let bodies: unknown[] = []

serve(({ body }, response) => {
  bodies.push(body)
  reply(response, answer)
})
beforeAll(() => window.happyDOM.setURL(`${location.origin}/login`))
beforeEach(() => {
  localStorage.clear()
  setLanguage('zh')
  signOut()
  bodies = []
})
afterEach(cleanup)

const show = () => render(<LoginPage prepare={async () => undefined} />)

function fill(username: string, password: string) {
  fireEvent.change(screen.getByLabelText('用户名'), { target: { value: username } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: password } })
  fireEvent.submit(screen.getByRole('button', { name: '登录' }))
}

test('a missing value is reported below its field, and nothing is sent', () => {
  show()
  fill('', '')
  expect(screen.getByLabelText('用户名').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('请输入用户名')).toBeTruthy()
  expect(screen.getByText('请输入密码')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('用户名'))
  expect(bodies).toEqual([])
})

test('a refused login shows the reason below the form and focuses the password', async () => {
  answer = { code: 2001, msg: '用户名或密码错误' }
  show()
  fill('lin', 'wrong')
  expect((await screen.findByText('用户名或密码错误')).getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(screen.getByLabelText('密码'))
  expect(currentSession().token).toBeNull()
  expect(screen.getByRole('button', { name: '登录' }).hasAttribute('disabled')).toBe(false)
})

test('the second factor is asked for, and a wrong one focuses its field', async () => {
  const fields = { otp: '请输入动态验证码' }
  answer = { code: 1001, msg: fields.otp, data: { fields } }
  show()
  fill('lin', 'right')
  const otp = await screen.findByLabelText('动态验证码')
  expect(document.activeElement).toBe(otp)
  answer = { code: 1001, msg: '动态验证码不正确', data: { fields: { otp: '动态验证码不正确' } } }
  fireEvent.change(otp, { target: { value: '000000' } })
  const button = screen.getByRole('button', { name: '登录' })
  button.focus()
  fireEvent.submit(button)
  expect(await screen.findByText('动态验证码不正确')).toBeTruthy()
  expect(document.activeElement).toBe(otp)
})

test('a login is stored', async () => {
  answer = { data: { token: 't1', user: person } }
  show()
  fill(' lin ', 'right')
  await expect.poll(() => currentSession().token).toBe('t1')
  expect(bodies).toEqual([{ username: 'lin', password: 'right' }])
})

test('an expired login shows its message', () => {
  signIn('t1', person)
  expire('t1', '账号已在别处登录，请重新登录')
  show()
  expect(screen.getByText('账号已在别处登录，请重新登录').getAttribute('role')).toBe('alert')
})

test('the password can be shown, and caps lock is noticed', () => {
  show()
  const password = screen.getByLabelText('密码')
  expect(password.getAttribute('type')).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: '显示密码' }))
  expect(password.getAttribute('type')).toBe('text')
  // Its label says what it does: an aria-pressed beside it would contradict that.
  expect(screen.getByRole('button', { name: '隐藏密码' }).hasAttribute('aria-pressed')).toBe(false)
  // happy-dom's events have no `getModifierState` for CapsLock.
  const press = createEvent.keyDown(password, { key: 'A' })
  Object.assign(press, { getModifierState: (key: string) => key === 'CapsLock' })
  fireEvent(password, press)
  expect(screen.getByText('大写锁定已打开')).toBeTruthy()
})

test('the page is in English if the language is English', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByLabelText('User name')).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  expect(document.title).toBe('Log in · 开播 Kaibo')
})
