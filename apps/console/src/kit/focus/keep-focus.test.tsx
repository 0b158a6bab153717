import { useState, type ReactNode } from 'react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, Button, ConfigProvider, Drawer, Modal } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { ActMenu } from '#kit/action/act-menu.tsx'
import type { Action } from '#kit/action/action.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'
import { keepFocus } from './keep-focus.ts'

let stop: () => void
beforeEach(() => {
  stop = keepFocus()
  signIn('t', person)
  rememberActions(['room.edit'])
})
afterEach(() => {
  cleanup()
  stop()
  signOut()
})

function show(page: ReactNode) {
  const router = createMemoryRouter([{ path: '/', element: page }])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>,
  )
}
const button = (name: string) => screen.getByRole('button', { name })
const press = async (name: string) => {
  const one = await screen.findByRole('button', { name })
  act(() => one.focus())
  fireEvent.click(one)
}
const focused = () => expect.poll(() => document.activeElement)

/** What opens over a page, each with its own way to go. */
const overlays: Record<string, (close: () => void) => ReactNode> = {
  窗口: (close) => (
    <Modal open title="窗口" footer={<Button onClick={close}>收起</Button>} onCancel={close} />
  ),
  抽屉: (close) => (
    <Drawer open title="抽屉" onClose={close}>
      <Button onClick={close}>收起</Button>
    </Drawer>
  ),
  提问: (close) => (
    <ActConfirm
      title="提问"
      hint=""
      act="收起"
      busy={false}
      error={null}
      onAct={close}
      onClose={close}
    />
  ),
}

function Page({ children }: { children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>打开</Button>
      {open ? children(() => setOpen(false)) : null}
    </>
  )
}

test.each(Object.keys(overlays))('%s关上，焦点回到打开它的按钮', async (kind) => {
  show(<Page>{overlays[kind] ?? (() => null)}</Page>)
  await press('打开')
  await press('收起')
  await focused().toBe(button('打开'))
})

test('窗口里又开的窗口：先回到里面的按钮，再回到页面的', async () => {
  show(
    <Page>
      {(close) => (
        <Modal open title="外" footer={<Button onClick={close}>关外面</Button>}>
          <Page>{overlays['抽屉'] ?? (() => null)}</Page>
        </Modal>
      )}
    </Page>,
  )
  const outer = button('打开')
  await press('打开')
  const inner = (await screen.findAllByRole('button', { name: '打开' })).find(
    (one) => one !== outer,
  )
  act(() => inner?.focus())
  if (inner) fireEvent.click(inner)
  await press('收起')
  await focused().toBe(inner)
  await press('关外面')
  await focused().toBe(outer)
})

test('从 ⋯ 菜单打开的：菜单已经没有了，回到 ⋯', async () => {
  const open: Action<string> = {
    name: 'open',
    label: asIs('打开窗口'),
    icon: null,
    right: 'room.edit',
    Dialog: ({ onClose }) => overlays['窗口']?.(onClose),
  }
  show(
    <ActHost>
      <ActMenu actions={[open]} row="苹果" name="苹果" />
    </ActHost>,
  )
  await press('更多操作 苹果')
  const entry = await screen.findByRole('menuitem', { name: '打开窗口' })
  act(() => entry.focus())
  fireEvent.click(entry)
  await press('收起')
  await focused().toBe(button('更多操作 苹果'))
})

test('已经有人把焦点放到别处，就不管', async () => {
  show(
    <>
      <Page>{overlays['窗口'] ?? (() => null)}</Page>
      <input aria-label="别处" />
    </>,
  )
  await press('打开')
  const elsewhere = screen.getByLabelText('别处')
  const close = await screen.findByRole('button', { name: '收起' })
  fireEvent.click(close)
  act(() => elsewhere.focus())
  await new Promise((done) => setTimeout(done, 100))
  expect(document.activeElement).toBe(elsewhere)
})
