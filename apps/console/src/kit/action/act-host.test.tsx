import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '@kaibo/contract/facts/codes.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import { CallError } from '#client/errors.ts'
import { onRefresh } from '#client/query.ts'
import { onToast, type Toast } from '#client/toast.ts'
import { ActHost, useActs } from './act-host.tsx'
import type { Action } from './action.ts'

let fail: (error: Error) => void
const peel: Action<string> = {
  name: 'peel',
  label: asIs('削皮'),
  icon: null,
  right: 'room.edit',
  confirm: (name) => ({ title: asIs(`削「${name}」`), hint: asIs('皮不能恢复。') }),
  run: () =>
    new Promise((_, reject) => {
      fail = reject
    }),
  refreshes: ['fruit.list'],
}
const { confirm: _, ...peelAtOnce } = peel

const toasts: Toast[] = []
onToast((toast) => toasts.push(toast))
let refreshed = 0
onRefresh(() => refreshed++)

beforeEach(() => {
  toasts.length = 0
  refreshed = 0
})
afterEach(cleanup)

function Fruit({ action }: { action: Action<string> }) {
  const perform = useActs()
  return (
    <button type="button" onClick={() => perform(action, '苹果')}>
      开始
    </button>
  )
}

/** The act is under way. */
async function begin(action: Action<string>) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <ActHost>
          <Fruit action={action} />
        </ActHost>
      ),
    },
    { path: '/other', element: <p>别的页面</p> },
  ])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <App>
        <RouterProvider router={router} />
      </App>
    </ConfigProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '开始' }))
  if ('confirm' in action) fireEvent.click(await screen.findByRole('button', { name: '削皮' }))
  return router
}
let count = 0
/** The same words are said once a second. */
const refusal = () =>
  new CallError(`已经烂了${(count += 1)}`, { status: 200, code: Code.conflict, requestId: 'req-1' })

test('问过再做的：没做成，原因写在窗口里，列表刷新', async () => {
  await begin(peel)
  const error = refusal()
  await act(async () => fail(error))
  expect(screen.getByRole('alert').textContent).toContain(error.message)
  expect(refreshed).toBe(1)
  expect(toasts).toEqual([])
})

test('没等结果就去了别的页面：没做成的也说出来，说是哪一个', async () => {
  const router = await begin(peel)
  await act(() => router.navigate('/other'))
  const error = refusal()
  await act(async () => fail(error))
  expect(toasts).toEqual([{ text: `削「苹果」没有成功：${error.message}`, traceId: null }])
  expect(refreshed).toBe(1)
})

test('地址已是别的页面、这一页还没换下：没做成的也说出来', async () => {
  await begin(peel)
  const here = location.pathname
  history.pushState(null, '', '/other')
  const error = refusal()
  await act(async () => fail(error))
  history.pushState(null, '', here)
  expect(toasts).toEqual([{ text: `削「苹果」没有成功：${error.message}`, traceId: null }])
})

test('登录失效由登录页说，不另外提示', async () => {
  const router = await begin(peel)
  await act(() => router.navigate('/other'))
  await act(async () => fail(new CallError('请重新登录', { status: 200, code: Code.expired })))
  expect(toasts).toEqual([])
})

test('不问就做的：没做成就提示，列表刷新；服务器出错带上编号', async () => {
  await begin(peelAtOnce)
  await act(async () =>
    fail(
      new CallError('服务器错误', {
        status: 200,
        code: Code.internal,
        data: { trace_id: 'trace-1' },
      }),
    ),
  )
  expect(toasts).toEqual([{ text: '服务器错误', traceId: 'trace-1' }])
  expect(refreshed).toBe(1)
})
