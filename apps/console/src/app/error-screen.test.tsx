import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from '#client/errors.ts'
import { ErrorScreen } from './error-screen.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  'Failed to fetch dynamically imported module: http://127.0.0.1/assets/x.js',
  'error loading dynamically imported module: http://127.0.0.1/assets/x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/x.css',
])('%s means a new version', (message) => {
  render(<ErrorScreen error={new TypeError(message)} />)
  expect(screen.getByRole('heading', { name: '控制台已更新' })).toBeTruthy()
  expect(screen.getByRole('button', { name: '刷新' })).toBeTruthy()
})

const again = () => screen.getByRole<HTMLButtonElement>('button', { name: '重试' })

test('a chunk that fails offline shows the network message and offers a retry when online', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  render(<ErrorScreen error={new TypeError('Importing a module script failed.')} />)
  expect(screen.getByRole('heading', { name: '网络断开了' })).toBeTruthy()
  expect(again().disabled).toBe(true)
  onLine.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(again().disabled).toBe(false)
})

test('a failed call shows its trace id', () => {
  const data = { trace_id: 'trace-1' }
  render(<ErrorScreen error={new CallError('服务器错误', { status: 500, data })} />)
  expect(screen.getByText('trace-1')).toBeTruthy()
})

test('the details for support can be copied', async () => {
  const copied: string[] = []
  const clipboard = { writeText: async (text: string) => void copied.push(text) }
  vi.stubGlobal('navigator', { userAgent: 'test', clipboard })
  render(<ErrorScreen error={new Error('row is undefined')} />)
  fireEvent.click(screen.getByRole('button', { name: '复制错误信息' }))
  expect(await screen.findByRole('button', { name: '已复制' })).toBeTruthy()
  const id = screen.getByText(/^[0-9a-f]{8}$/).textContent
  expect(copied[0]).toContain(id)
  expect(copied[0]).toContain('row is undefined')
})

test('without HTTPS the screen is shown too, and says if copying failed', async () => {
  const { crypto } = globalThis
  const getRandomValues = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes)
  vi.stubGlobal('crypto', { getRandomValues })
  vi.stubGlobal('navigator', { userAgent: 'test' })
  render(<ErrorScreen error={new Error('row is undefined')} />)
  expect(screen.getByText(/^[0-9a-f]{8}$/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '复制错误信息' }))
  expect((await screen.findByRole('alert')).textContent).toContain('没能复制')
})
