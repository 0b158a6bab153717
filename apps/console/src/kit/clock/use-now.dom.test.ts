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

test('who begins to read after a while nobody did reads the time of now', () => {
  const first = renderHook(() => useNow())
  expect(first.result.current).toBe(NOON)
  first.unmount()
  vi.setSystemTime(NOON + 30 * MINUTE)
  expect(renderHook(() => useNow()).result.current).toBe(NOON + 30 * MINUTE)
})

test('the day ends at midnight in Shanghai, and nobody is drawn again before', () => {
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
