import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Envelope } from '@kaibo/contract/kernel/envelope.ts'
import { person } from '#client/person.fixture.ts'
import { queryClient } from '#client/query.ts'
import { reply, serve } from '#client/server.fixture.ts'
import { signIn } from '#client/session.ts'
import { LeaveGuard, useLeave } from '#kit/form/leave-guard.tsx'
import { PasswordForm } from './password.form.tsx'
import { ProofForm } from './otp.form.tsx'

const OLD = 'three bridges 26'
const NEW = 'four rivers 2026'
let answer: Partial<Envelope>
/** Answers wait until this resolves. */
let held: Promise<void>
let letGo: () => void
let bodies: unknown[]

serve(({ body }, response) => {
  if (body) bodies.push(body)
  void held.then(() => reply(response, answer))
})
beforeEach(() => {
  localStorage.clear()
  signIn('t1', person)
  bodies = []
  held = Promise.resolve()
  answer = { data: { user: person } }
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

let left = 0
function Close() {
  const leave = useLeave()
  return (
    <button type="button" onClick={leave}>
      关闭抽屉
    </button>
  )
}

/** Both forms in one drawer, as the profile has them. */
function show() {
  left = 0
  render(
    <QueryClientProvider client={queryClient}>
      <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
        <App>
          <LeaveGuard onLeave={() => left++} outlivesPage>
            <PasswordForm />
            <ProofForm ask={async () => undefined} onAnswer={() => {}} />
            <Close />
          </LeaveGuard>
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const storedText = () => Object.entries(localStorage).join('\n')

test('没填的不发送；改好以后两个框都空了，关闭不再问', async () => {
  show()
  press('修改密码')
  expect(await screen.findByText('请输入原密码')).toBeTruthy()
  expect(screen.getByText('请输入新密码')).toBeTruthy()
  type('原密码', OLD)
  type('新密码', NEW)
  press('修改密码')
  await expect.poll(() => bodies).toEqual([{ old_password: OLD, password: NEW }])
  await expect.poll(() => [valueOf('原密码'), valueOf('新密码')]).toEqual(['', ''])
  press('关闭抽屉')
  expect(left).toBe(1)
})

test('保存还没回来时又填的：留在框里，算没保存；送出去的清空', async () => {
  held = new Promise((done) => (letGo = done))
  show()
  type('原密码', OLD)
  type('新密码', NEW)
  press('修改密码')
  await expect.poll(() => bodies).toHaveLength(1)
  type('新密码', `${NEW}!`)
  const typedIn = screen.getByLabelText('新密码')
  letGo()
  await expect.poll(() => valueOf('原密码')).toBe('')
  expect(screen.getByLabelText('新密码')).toBe(typedIn)
  expect(valueOf('新密码')).toBe(`${NEW}!`)
  press('关闭抽屉')
  expect(await screen.findByText('现在离开，填的内容不会生效。')).toBeTruthy()
  expect(left).toBe(0)
})

test('原密码不对：写在它下面，填的还在', async () => {
  answer = { code: 1001, msg: '原密码不正确', data: { fields: { old_password: '原密码不正确' } } }
  show()
  type('原密码', 'wrong')
  type('新密码', NEW)
  press('修改密码')
  expect(await screen.findByText('原密码不正确')).toBeTruthy()
  expect(valueOf('新密码')).toBe(NEW)
})

test('密码从不留在浏览器里；没保存就关闭，先问一次，说不会留下', async () => {
  show()
  type('新密码', NEW)
  type('当前密码', OLD)
  expect(storedText()).not.toContain(NEW)
  expect(storedText()).not.toContain(OLD)
  press('关闭抽屉')
  expect(await screen.findByText('现在离开，填的内容不会生效。')).toBeTruthy()
  expect(left).toBe(0)
  press('继续编辑')
  expect(valueOf('新密码')).toBe(NEW)
  press('关闭抽屉')
  press('离开')
  expect(left).toBe(1)
})
