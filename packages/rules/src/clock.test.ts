import { expect, test } from 'vitest'
import { clockTime, compileWindow, dayNumber } from './clock.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

test('business time is Shanghai time, before the epoch too', () => {
  expect(clockTime(at('2026-11-20T20:05:59'))).toBe('20:05')
  expect(clockTime(at('1969-12-31T23:59:00'))).toBe('23:59')
  expect(dayNumber(at('2026-11-21T00:00:00')) - dayNumber(at('2026-11-20T23:59:59'))).toBe(1)
})

test('a window holds on its weekdays and between its times', () => {
  // 2026-11-20 is a Friday
  const friday = compileWindow({ weekdays: [5] })
  expect(friday(at('2026-11-20T12:00:00'))).toBe(true)
  expect(friday(at('2026-11-21T00:00:00'))).toBe(false)
  const sunday = compileWindow({ weekdays: [7] })
  expect(sunday(at('2026-11-22T12:00:00'))).toBe(true)
  const morning = compileWindow({ times: [['08:00', '09:30']] })
  expect(morning(at('2026-11-20T08:00:00'))).toBe(true)
  expect(morning(at('2026-11-20T09:30:00'))).toBe(false)
})

test('a span across midnight belongs to the day it begins on', () => {
  const night = compileWindow({ weekdays: [5], times: [['22:00', '02:00']] })
  expect(night(at('2026-11-20T23:00:00'))).toBe(true)
  expect(night(at('2026-11-21T01:59:00'))).toBe(true)
  expect(night(at('2026-11-21T02:00:00'))).toBe(false)
  expect(night(at('2026-11-20T01:00:00'))).toBe(false)
  expect(night(at('2026-11-21T23:00:00'))).toBe(false)
})
