import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { connectionBroke, connectionHolds, GRACE_MS } from '#client/connection.ts'
import { person } from '#client/person.fixture.ts'
import { rememberActions, signIn, signOut } from '#client/session.ts'
import { ActButton } from './act-button.tsx'
import { ActHost } from './act-host.tsx'
import { ActMenu } from './act-menu.tsx'
import type { Action } from './action.ts'

let washed: string[] = []
const wash: Action<string> = {
  name: 'wash',
  label: asIs('清洗'),
  icon: null,
  right: 'room.edit',
  enabled: (name) => name !== '烂苹果' || asIs('已经烂了'),
  run: async (name) => void washed.push(name),
  refreshes: [],
}

beforeEach(() => {
  washed = []
  signIn('t', person)
  rememberActions(['room.edit'])
})
afterEach(() => {
  cleanup()
  signOut()
  vi.useRealTimers()
})

function show(row: string) {
  const page = (
    <ActHost>
      <ActButton action={wash} row={row} />
      <ActMenu actions={[wash]} row={row} name={row} />
    </ActHost>
  )
  const router = createMemoryRouter([{ path: '/', element: page }])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>,
  )
}
const button = () => screen.getByRole('button', { name: '清洗' })
const reasonOf = (one: Element) =>
  document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent

test('不能做的按钮：焦点到得了，读屏一到就听到原因；按了什么都不发生', () => {
  show('烂苹果')
  const refused = button()
  refused.focus()
  expect(document.activeElement).toBe(refused)
  expect(refused.getAttribute('aria-disabled')).toBe('true')
  expect(reasonOf(refused)).toBe('已经烂了')
  fireEvent.click(refused)
  expect(washed).toEqual([])
})

test('菜单里不能做的：方向键到得了，名字里就有原因，回车再说一遍', async () => {
  show('烂苹果')
  fireEvent.click(screen.getByRole('button', { name: '更多操作 烂苹果' }))
  const entry = await screen.findByRole('menuitem', { name: '清洗（已经烂了）' })
  expect(entry.getAttribute('aria-disabled')).not.toBe('true')
  fireEvent.click(entry)
  expect(await screen.findByText('已经烂了', { selector: '.ant-message *' })).toBeTruthy()
  expect(washed).toEqual([])
})

test('断线五秒以后都不能做，说明原因；一连上就能做', async () => {
  vi.useFakeTimers()
  // The server is away: it is asked for and does not answer.
  vi.stubGlobal('fetch', async () => Promise.reject(new Error('away')))
  show('苹果')
  connectionBroke()
  await act(() => vi.advanceTimersByTimeAsync(GRACE_MS - 1_000))
  expect(button().getAttribute('aria-disabled')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(reasonOf(button())).toBe('与服务器断开了，连上后再操作')
  fireEvent.click(button())
  expect(washed).toEqual([])
  act(connectionHolds)
  await act(async () => void fireEvent.click(button()))
  expect(washed).toEqual(['苹果'])
  vi.unstubAllGlobals()
})

test('断线时自己一直在问；问到了就恢复', async () => {
  vi.useFakeTimers()
  let isThere = false
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return isThere ? new Response('ok') : new Response('', { status: 503 })
  })
  show('苹果')
  connectionBroke()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(reasonOf(button())).toBeTruthy()
  isThere = true
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(button().getAttribute('aria-disabled')).toBeNull()
  const before = asked.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked).toHaveLength(before)
  vi.unstubAllGlobals()
})
