import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow } from './use-now.ts'

const NOON = Date.UTC(2026, 2, 2, 12)
const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ now: NOON }))
afterEach(() => vi.useRealTimers())

test('who begins to read after a while nobody did reads the time of now', () => {
  const first = renderHook(() => useNow())
  expect(first.result.current).toBe(NOON)
  first.unmount()
  vi.setSystemTime(NOON + 30 * MINUTE)
  expect(renderHook(() => useNow()).result.current).toBe(NOON + 30 * MINUTE)
})
