import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLasting } from './use-lasting.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('a thing that lasts shows, one that passes does not, and it goes at once', () => {
  const hook = renderHook(({ isSo }) => useLasting(isSo, 3_000), { initialProps: { isSo: true } })
  pass(2_900)
  expect(hook.result.current).toBe(false)
  hook.rerender({ isSo: false })
  pass(3_000)
  expect(hook.result.current).toBe(false)
  hook.rerender({ isSo: true })
  pass(3_100)
  expect(hook.result.current).toBe(true)
  hook.rerender({ isSo: false })
  expect(hook.result.current).toBe(false)
})
