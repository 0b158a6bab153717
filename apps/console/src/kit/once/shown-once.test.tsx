import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { ConfigProvider } from 'antd'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { OnceHost } from './once-host.tsx'
import { showOnce } from './shown-once.tsx'

afterEach(cleanup)

const once = (title: string, text: string) => ({
  title,
  hint: '只显示这一次。',
  lines: [{ label: '密钥', text }],
  done: '知道了',
})
const Asker = () => (
  <button type="button" onClick={() => showOnce(once('推送密钥', 's3cret'))}>
    生成
  </button>
)

async function begin() {
  const router = createMemoryRouter([
    { path: '/', element: <Asker /> },
    { path: '/other', element: <p>别的页面</p> },
  ])
  render(
    <ConfigProvider button={{ autoInsertSpace: false }} theme={{ token: { motion: false } }}>
      <RouterProvider router={router} />
      <OnceHost />
    </ConfigProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: '生成' }))
  await screen.findByText('s3cret')
  return router
}
const isAskedBeforeClosing = () => {
  const event = createEvent('beforeunload', window, { cancelable: true })
  fireEvent(window, event)
  return event.defaultPrevented
}

test('只显示一次的：Esc、遮罩关不掉，离开页面也还在，只有按钮能关', async () => {
  const router = await begin()
  fireEvent.keyDown(window, { key: 'Escape' })
  const mask = document.querySelector('.ant-modal-wrap')
  if (mask) fireEvent.click(mask)
  await act(() => router.navigate('/other'))
  expect(await screen.findByText('别的页面')).toBeTruthy()
  expect(screen.getByText('s3cret')).toBeTruthy()
  expect(isAskedBeforeClosing()).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: '知道了' }))
  await expect.poll(() => screen.queryByText('s3cret')).toBeNull()
  expect(isAskedBeforeClosing()).toBe(false)
})

test('还没关又来一份：两份都看得到', async () => {
  await begin()
  act(() => showOnce(once('一次性密码', 'p4ss')))
  expect(screen.getByText('p4ss')).toBeTruthy()
  expect(screen.getByText('s3cret')).toBeTruthy()
})
