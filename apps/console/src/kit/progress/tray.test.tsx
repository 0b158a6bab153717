import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLanguage } from '#client/language.ts'
import { byHand } from './by-hand.fixture.ts'
import {
  abandonTasks,
  currentTasks,
  openTray,
  startTask,
  type Item,
  type Progress,
} from './tasks.ts'
import { Tray } from './tray.tsx'

const items = (...states: ('waiting' | 'done' | 'failed' | 'skipped')[]): Item[] =>
  states.map((state, i) => ({
    key: `${i}`,
    name: `${i} 号`,
    outcome: state === 'failed' ? { state, error: new Error('PC 没有应答') } : { state },
  }))

/** The test's steps as React sees them. */
function onScreen(...named: Parameters<typeof byHand>) {
  const { job, runs, run } = byHand(...named)
  return {
    start: () => act(() => void startTask(job)),
    tell: (progress: Progress) => act(() => run().tell(progress)),
    end: () => act(async () => run().end()),
    fail: (message: string) => act(async () => run().fail(new Error(message))),
    runs,
  }
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const open = (label: string) => {
  press(label)
  return screen.getByRole('region', { name: '任务' })
}
const said = () => document.querySelector('[aria-live="polite"] > span')

beforeEach(() => {
  setLanguage('zh')
  render(
    <ConfigProvider button={{ autoInsertSpace: false }}>
      <Tray />
      <main tabIndex={-1} />
    </ConfigProvider>,
  )
})
afterEach(() => {
  cleanup()
  abandonTasks()
})

test('进行中：名称、进度、状态；停止后等手上的做完', async () => {
  const work = onScreen('停用 2 个账号', { kind: 'items', items: items('waiting', 'waiting') })
  work.start()
  const tray = within(open('任务，1 个进行中'))
  const line = within(tray.getByRole('listitem', { name: '停用 2 个账号' }))
  work.tell({ kind: 'items', items: items('done', 'waiting') })
  expect(line.getByText('已完成 1 / 2')).toBeTruthy()
  expect(line.getByText('进行中')).toBeTruthy()
  expect(line.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  fireEvent.click(line.getByRole('button', { name: '停止其余的' }))
  expect(line.getByText('正在停止')).toBeTruthy()
  work.tell({ kind: 'items', items: items('done', 'skipped') })
  await work.end()
  expect(line.getByText('已停止')).toBeTruthy()
  expect(line.getByRole('button', { name: '继续没做完的' })).toBeTruthy()
})

test('有失败的：每一项说原因，可以重试', async () => {
  const work = onScreen('停用 2 个账号', { kind: 'items', items: items('waiting', 'waiting') })
  work.start()
  work.tell({ kind: 'items', items: items('done', 'failed') })
  await work.end()
  const tray = within(open('任务，1 个失败'))
  const failures = tray.getByRole('list', { name: '失败的' })
  expect(failures.textContent).toBe('1 号 PC 没有应答')
  expect(tray.getByText('已完成 1 / 2，失败 1')).toBeTruthy()
  expect(tray.getByText('部分失败')).toBeTruthy()
  press('重试失败的')
  expect(work.runs).toHaveLength(2)
  expect(screen.getByRole('button', { name: '任务，1 个进行中' })).toBeTruthy()
})

test('下载：收到多少、文件名；失败说原因，可以重试', async () => {
  const work = onScreen('导出账号', { kind: 'file', bytes: 0 })
  work.start()
  const tray = within(open('任务，1 个进行中'))
  work.tell({ kind: 'file', bytes: 3 * 1024 * 1024 })
  expect(tray.getByText('已接收 3 MB')).toBeTruthy()
  expect(tray.getByRole('button', { name: '取消' })).toBeTruthy()
  await work.fail('连接服务器失败')
  expect(tray.getByText('连接服务器失败')).toBeTruthy()
  press('重试')
  work.tell({ kind: 'file', bytes: 2048, name: '账号.xlsx' })
  await work.end()
  expect(tray.getByText('账号.xlsx · 2 KB')).toBeTruthy()
  expect(tray.queryByRole('button', { name: '重试' })).toBeNull()
})

test('结束的留到清除为止；清除后焦点不丢', async () => {
  const [one, two] = [onScreen('导出账号'), onScreen('导出分组')]
  one.start()
  two.start()
  const tray = open('任务，2 个进行中')
  expect(screen.getByRole('button', { name: '全部清除' })).toHaveProperty('disabled', true)
  await one.end()
  await two.end()
  press('清除 导出账号')
  expect(document.activeElement).toBe(tray)
  expect(screen.getByRole('button', { name: '任务，1 个已结束' })).toBeTruthy()
  press('全部清除')
  expect(currentTasks()).toEqual([])
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('Esc 收起并回到按钮；点别处也收起；被要求时自己打开', async () => {
  onScreen('导出账号').start()
  const tray = open('任务，1 个进行中')
  tray.focus()
  fireEvent.keyDown(tray, { key: 'Escape' })
  expect(screen.queryByRole('region')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '任务，1 个进行中' }))
  act(() => openTray(true))
  expect(screen.getByRole('region', { name: '任务' })).toBeTruthy()
  fireEvent.pointerDown(screen.getByRole('main'))
  expect(screen.queryByRole('region')).toBeNull()
})

test('每次结束都轻声说一遍，同样的话也再说', async () => {
  const one = onScreen('导出账号')
  one.start()
  expect(said()).toBeNull()
  one.tell({ kind: 'file', bytes: 2048, name: '账号.xlsx' })
  await one.end()
  const first = said()
  expect(first?.textContent).toBe('导出账号 · 完成 · 账号.xlsx · 2 KB')
  const other = onScreen('导出账号')
  other.start()
  other.tell({ kind: 'file', bytes: 2048, name: '账号.xlsx' })
  await other.end()
  expect(said()?.textContent).toBe(first?.textContent)
  expect(said()).not.toBe(first)
})
