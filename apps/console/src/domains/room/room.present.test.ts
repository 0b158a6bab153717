import { expect, test } from 'vitest'
import { ratePerMinute, sinceText } from './room.present.ts'

test('已播时长按小时和分钟', () => {
  expect(sinceText(0, 0)).toBe('0:00')
  expect(sinceText(0, 61 * 60_000)).toBe('1:01')
  expect(sinceText(10_000, 0)).toBe('0:00')
})

test('每分钟收入取最近五个整分钟，当前这一分钟不算', () => {
  const minutes = [...Array.from({ length: 24 }, () => 0), 100, 100, 100, 100, 100, 9_999]
  expect(ratePerMinute(minutes)).toBe(100)
  expect(ratePerMinute([])).toBe(0)
})
