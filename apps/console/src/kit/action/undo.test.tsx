import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { person } from '#client/person.fixture.ts'
import { onRefresh } from '#client/query.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { onToast } from '#client/toast.ts'
import { abandonTasks, currentTasks, openTray } from '#kit/progress/tasks.ts'
import { Tray } from '#kit/progress/tray.tsx'
import { ActHost, useActs } from './act-host.tsx'
import type { Action } from './action.ts'
import { BulkBar } from './bulk-bar.tsx'
import { UndoHost } from './undo-host.tsx'
import { UNDO_MS } from './undo.ts'

/** What was asked of the server, in order. */
const asked: string[] = []
/** Whose undo is refused. */
let refused: string[] = []
const run = async (name: string) => {
  asked.push(`洗 ${name}`)
  return { version: 7 }
}
const undo = {
  nameOf: (name: string) => name,
  run: async (name: string, { version }: { version: number }) => {
    asked.push(`弄脏 ${name} ${version}`)
    if (refused.includes(name)) throw new Error(`王五刚刚保存过${name}`)
  },
}
const wash: Action<string> = {
  name: 'wash',
  label: asIs('洗'),
  icon: null,
  right: 'room.edit',
  run,
  undo,
  done: (name: string) => asIs(`已洗「${name}」`),
  refreshes: ['fruit.list'],
  bulk: { label: asIs('批量洗'), run, undo, refreshes: ['fruit.list'], atOnce: true },
}

const toasts: string[] = []
onToast(({ text }) => toasts.push(text))
let refreshed = 0
onRefresh(() => refreshed++)

function Fruit() {
  const perform = useActs()
  return (
    <button type="button" onClick={() => perform(wash, '苹果')}>
      洗苹果
    </button>
  )
}

beforeEach(() => {
  asked.length = 0
  toasts.length = 0
  refused = []
  refreshed = 0
  signIn('t', person)
  rememberActions(['room.edit'])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <MemoryRouter>
          <ActHost>
            <Fruit />
            <input aria-label="备注" />
            <BulkBar
              rows={['梨', '桃', '杏']}
              actions={[wash]}
              keyOf={(name) => name}
              nameOf={(name) => name}
              items={(count) => asIs(`${count} 个水果`)}
              onClear={() => {}}
            />
          </ActHost>
        </MemoryRouter>
        <Tray />
        <UndoHost />
      </App>
    </ConfigProvider>,
  )
})
afterEach(() => {
  cleanup()
  abandonTasks()
  openTray(false)
  signOut()
  vi.useRealTimers()
})

const offer = () => screen.queryByRole('group', { name: '已洗「苹果」' })
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => act(async () => void fireEvent.click(button(name)))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const ctrlZ = (target: Element) =>
  act(async () => void fireEvent.keyDown(target, { key: 'z', ctrlKey: true }))

test('不问就做了；撤销是按版本的另一次保存，列表跟着刷新', async () => {
  await press('洗苹果')
  expect(asked).toEqual(['洗 苹果'])
  expect(screen.getByRole('status').textContent).toMatch(/已洗「苹果」.*可撤销/)
  const before = refreshed
  await press('撤销')
  expect(asked).toEqual(['洗 苹果', '弄脏 苹果 7'])
  expect(refreshed).toBeGreaterThan(before)
  expect(offer()).toBeNull()
  expect(await screen.findByText('已撤销')).toBeTruthy()
})

test('这期间别人改过：不撤销，说出是谁', async () => {
  refused = ['苹果']
  await press('洗苹果')
  await press('撤销')
  expect(toasts).toEqual(['撤销（苹果）没有成功：王五刚刚保存过苹果'])
  expect(offer()).toBeNull()
})

test('Ctrl+Z 撤销最近的一个；在输入框里是输入框的', async () => {
  await press('洗苹果')
  await ctrlZ(screen.getByRole('textbox', { name: '备注' }))
  expect(asked).toEqual(['洗 苹果'])
  await ctrlZ(document.body)
  expect(asked).toEqual(['洗 苹果', '弄脏 苹果 7'])
})

test('十秒后收起；焦点或鼠标在上面就等着，离开后还留三秒', async () => {
  vi.useFakeTimers()
  await press('洗苹果')
  await pass(UNDO_MS - 1_000)
  button('撤销').focus()
  await pass(60_000)
  expect(offer()).toBeTruthy()
  button('洗苹果').focus()
  fireEvent.pointerEnter(screen.getByRole('group', { name: '已洗「苹果」' }))
  await pass(60_000)
  expect(offer()).toBeTruthy()
  fireEvent.pointerLeave(screen.getByRole('group', { name: '已洗「苹果」' }))
  await pass(2_900)
  expect(offer()).toBeTruthy()
  await pass(200)
  expect(offer()).toBeNull()
})

test('关掉提示，焦点回到来的地方', async () => {
  await press('洗苹果')
  button('洗苹果').focus()
  button('关闭提示').focus()
  await press('关闭提示')
  expect(offer()).toBeNull()
  await expect.poll(() => document.activeElement).toBe(button('洗苹果'))
})

test('批量的马上做，一次撤销全部；撤不了的在任务里点名', async () => {
  await press('批量洗 3')
  await expect.poll(() => screen.queryByRole('group', { name: '已洗 3 个水果' })).toBeTruthy()
  refused = ['桃']
  asked.length = 0
  await press('撤销')
  await expect.poll(() => currentTasks()[0]?.state).toBe('failed')
  expect(asked).toEqual(['弄脏 梨 7', '弄脏 桃 7', '弄脏 杏 7'])
  expect(currentTasks()[0]?.name.zh).toBe('撤销（已洗 3 个水果）')
  expect(screen.getByRole('list', { name: '失败的' }).textContent).toContain('王五刚刚保存过桃')
})

test('换了人登录，就不能再撤销前一个人做的', async () => {
  await press('洗苹果')
  act(() => signIn('another', person))
  expect(offer()).toBeNull()
})
