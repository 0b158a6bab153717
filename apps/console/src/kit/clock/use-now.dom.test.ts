import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow, useToday } from './use-now.ts'

const NOON = Date.UTC(2026, 2, 2, 12)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => vi.useFakeTimers({ now: NOON }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a component that mounts after a pause without readers gets the current time', () => {
  const first = renderHook(() => useNow())
  expect(first.result.current).toBe(NOON)
  first.unmount()
  vi.setSystemTime(NOON + 30 * MINUTE)
  expect(renderHook(() => useNow()).result.current).toBe(NOON + 30 * MINUTE)
})

test('the day changes at midnight in Shanghai, and nothing renders before that', () => {
  let drawings = 0
  const { result } = renderHook(() => {
    drawings++
    return useToday()
  })
  expect(result.current).toBe('2026-03-02')
  act(() => void vi.advanceTimersByTime(3 * HOUR))
  expect(drawings).toBe(1)
  act(() => void vi.advanceTimersByTime(2 * HOUR))
  expect([result.current, drawings]).toEqual(['2026-03-03', 2])
})
