import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { DAY_MS, day, dayEnd, dayOf, dayStart } from './day.ts'

const at = (text: string) => Date.parse(text)

test('the tests run where the machine keeps another day than the business', () => {
  expect(new Date(at('2026-03-01T00:30:00+08:00')).getDate()).not.toBe(1)
})

test.each([
  ['2026-03-01T00:00:00+08:00', '2026-03-01'],
  ['2026-02-28T23:59:59.999+08:00', '2026-02-28'],
  ['2024-02-29T12:00:00+08:00', '2024-02-29'],
  ['2025-12-31T16:00:00Z', '2026-01-01'],
  ['2025-12-31T15:59:59.999Z', '2025-12-31'],
])('%s falls in the Shanghai day %s', (instant, expected) => {
  expect(dayOf(at(instant))).toBe(expected)
  expect(dayOf(at(instant)), 'the remembered answer is the same').toBe(expected)
})

test.each([
  // Summer time begins: this day has 23 hours.
  ['America/New_York', '2026-03-08T04:59:59Z', '2026-03-07'],
  ['America/New_York', '2026-03-08T05:00:00Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T03:59:59Z', '2026-03-08'],
  ['America/New_York', '2026-03-09T04:00:00Z', '2026-03-09'],
  // It ends: this one has 25.
  ['America/New_York', '2026-11-01T04:00:00Z', '2026-11-01'],
  ['America/New_York', '2026-11-02T04:59:59Z', '2026-11-01'],
  ['America/New_York', '2026-11-02T05:00:00Z', '2026-11-02'],
  ['Asia/Kathmandu', '2026-01-01T18:14:59Z', '2026-01-01'],
  ['Asia/Kathmandu', '2026-01-01T18:15:00Z', '2026-01-02'],
  ['Pacific/Chatham', '2026-04-04T13:44:59Z', '2026-04-05'],
])('in %s, %s falls in %s', (zone, instant, expected) => {
  expect(dayOf(at(instant), zone)).toBe(expected)
})

test('each instant of a year agrees with the calendar, in zones asked by turns', () => {
  const offset = 8 * 3_600_000
  for (let t = at('2026-01-01T00:00:00Z'); t < at('2027-01-01T00:00:00Z'); t += 5_400_001) {
    expect(dayOf(t)).toBe(new Date(t + offset).toISOString().slice(0, 10))
    expect(dayOf(t, 'UTC')).toBe(new Date(t).toISOString().slice(0, 10))
  }
  expect(DAY_MS).toBe(24 * 60 * 60 * 1000)
})

test.each(['2026-02-28', '2024-02-29', '2000-02-29', '1970-01-01'])('%s is a day', (text) => {
  expect(z.safeParse(day(), text).success).toBe(true)
})

test.each([
  '2026-02-29',
  '2026-02-30',
  '1900-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '2026-1-1',
  '2026-01-01T00:00:00Z',
  '20260101',
  ' 2026-01-01',
  '',
])('%j is none', (text) => {
  expect(z.safeParse(day(), text).success).toBe(false)
})

test.each([
  ['Asia/Shanghai', '2026-03-01', '2026-02-28T16:00:00Z', '2026-03-01T16:00:00Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00Z', '2026-01-01T10:00:00Z'],
  ['Pacific/Pago_Pago', '2025-12-31', '2025-12-31T11:00:00Z', '2026-01-01T11:00:00Z'],
])('in %s, %s lasts from %s to %s', (zone, name, from, to) => {
  expect(new Date(dayStart(name, zone))).toEqual(new Date(from))
  expect(new Date(dayEnd(name, zone))).toEqual(new Date(to))
})
