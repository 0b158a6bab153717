import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from '../kernel/day.ts'
import { clashesWith } from './plan.conflict.rules.ts'
import { occurrences, type Recurrence } from './plan.rules.ts'

const NOW = Date.parse('2026-01-05T00:00:00Z')

const plan = (of: Partial<Recurrence> = {}): Recurrence => ({
  zone: 'Asia/Shanghai',
  date: null,
  weekdays: of.date ? [] : [1, 2, 3, 4, 5, 6, 7],
  valid_from: null,
  valid_to: null,
  start: '20:00',
  stop_at: '22:00',
  cap_min: 0,
  ...of,
})
const clash = (a: Recurrence, b: Recurrence) => clashesWith(a, NOW)(b)
const due = (one: ReturnType<typeof clash>) => one && new Date(one.due_at).toISOString()

test('what ends when another begins does not clash with it, unless it may last longer', () => {
  const late = plan({ start: '22:00', stop_at: '23:00' })
  expect(clash(plan(), late)).toBeUndefined()
  expect(clash(plan({ cap_min: 1 }), late)).toBeDefined()
  expect(clash(late, plan({ cap_min: 1 }))).toBeDefined()
})

test('over midnight, and from Sunday into Monday', () => {
  const night = plan({ weekdays: [7], start: '23:00', stop_at: '02:00' })
  expect(due(clash(plan({ weekdays: [1], start: '01:00', stop_at: '03:00' }), night))).toBe(
    '2026-01-11T15:00:00.000Z',
  )
  expect(clash(plan({ weekdays: [1], start: '02:00', stop_at: '03:00' }), night)).toBeUndefined()
  expect(clash(plan({ weekdays: [7], start: '01:00', stop_at: '03:00' }), night)).toBeUndefined()
})

test('a whole day, which ends as the next one begins', () => {
  const whole = plan({ weekdays: [3], start: '08:00', stop_at: '08:00' })
  expect(clash(whole, plan({ weekdays: [4], start: '07:59', stop_at: '08:30' }))).toBeDefined()
  expect(clash(whole, plan({ weekdays: [4], start: '08:00', stop_at: '08:30' }))).toBeUndefined()
})

test('plans that are valid at different times do not clash, however far off', () => {
  const before = plan({ valid_to: '2030-06-30' })
  expect(clash(before, plan({ valid_from: '2030-07-01' }))).toBeUndefined()
  expect(due(clash(before, plan({ valid_from: '2030-06-30' })))).toBe('2030-06-30T12:00:00.000Z')
  expect(clash(before, plan({ date: '2029-02-28' }))).toBeDefined()
})

test('what is over clashes with nothing', () => {
  expect(clash(plan(), plan({ date: '2026-01-04' }))).toBeUndefined()
  expect(clash(plan(), plan({ valid_to: '2025-12-31' }))).toBeUndefined()
})

test('month ends and the leap day', () => {
  const leap = plan({ date: '2028-02-29', start: '23:30', stop_at: '00:30' })
  expect(clash(leap, plan({ date: '2028-03-01', start: '00:00', stop_at: '01:00' }))).toBeDefined()
  expect(
    clash(leap, plan({ date: '2028-02-28', start: '00:00', stop_at: '01:00' })),
  ).toBeUndefined()
})

test('of other zones by the instant', () => {
  const tokyo = plan({ zone: 'Asia/Tokyo', start: '22:00', stop_at: '23:00' })
  expect(clash(plan(), tokyo)).toBeDefined()
  expect(clash(plan({ start: '22:00', stop_at: '23:00' }), tokyo)).toBeUndefined()
  // Only while New York has its summer time: 20:00 there is 08:00 in Shanghai.
  const york = plan({ zone: 'America/New_York', start: '20:00', stop_at: '21:00' })
  expect(due(clash(plan({ start: '08:00', stop_at: '08:30' }), york))).toBe(
    '2026-03-09T00:00:00.000Z',
  )
  const far = plan({ date: '2031-07-01', start: '08:00', stop_at: '08:30' })
  expect(clash(far, york)).toBeDefined()
})

test('an occurrence that a change of the clocks leaves nothing of holds nothing', () => {
  const gap = plan({
    zone: 'America/New_York',
    date: '2026-03-08',
    start: '02:10',
    stop_at: '02:40',
  })
  expect(occurrences(gap, NOW, NOW + 400 * DAY_MS)).toMatchObject([{ skipped: true }])
  expect(clash(gap, plan({ ...gap, start: '02:20', stop_at: '03:20' }))).toBeUndefined()
})

test('a cap that reaches over a change of the clocks', () => {
  const york = { zone: 'America/New_York', date: '2026-03-08' }
  const before = plan({ ...york, start: '01:00', stop_at: '01:50', cap_min: 30 })
  // By the clock on the wall 02:20; the clocks show 03:20 then.
  expect(clash(before, plan({ ...york, start: '03:10', stop_at: '04:00' }))).toBeDefined()
  expect(clash(before, plan({ ...york, start: '03:20', stop_at: '04:00' }))).toBeUndefined()
})

/** Every pair of occurrences of three years, one by one. */
function naive(a: Recurrence, b: Recurrence, years: number): number | undefined {
  const until = NOW + years * 366 * DAY_MS
  const clashes = occurrences(b, NOW, until).filter(
    (theirs) =>
      !theirs.skipped &&
      occurrences(a, theirs.due_at - 4 * DAY_MS, theirs.hold_at).some(
        (mine) =>
          !mine.skipped &&
          mine.hold_at > NOW &&
          mine.due_at < theirs.hold_at &&
          theirs.due_at < mine.hold_at,
      ),
  )
  return clashes[0]?.due_at
}

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom('00', '15', '30', '45'))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${minute}`)
const dateFrom = (days: number) =>
  fc
    .integer({ min: -3, max: days })
    .map((n) => new Date(NOW + n * DAY_MS).toISOString().slice(0, 10))
const zone = fc.constantFrom('Asia/Shanghai', 'America/New_York', 'Europe/Berlin')
const recurrence = (days: number): fc.Arbitrary<Recurrence> =>
  fc
    .record({
      zone,
      isDated: fc.boolean(),
      on: dateFrom(days),
      weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      valid: fc.option(dateFrom(days)),
      lasts: fc.integer({ min: 0, max: 60 }),
      start: time,
      stop_at: time,
      cap_min: fc.constantFrom(0, 5, 30, 240),
    })
    .map(({ isDated, on, valid, lasts, weekdays, ...rest }) => ({
      ...rest,
      date: isDated ? on : null,
      weekdays: isDated ? [] : weekdays,
      valid_from: isDated ? null : valid,
      valid_to:
        isDated || valid === null
          ? null
          : new Date(Date.parse(valid) + lasts * DAY_MS).toISOString().slice(0, 10),
    }))

test('as a model that compares every pair', () => {
  const seen = { clash: 0, none: 0 }
  fc.assert(
    fc.property(recurrence(380), recurrence(380), (a, b) => {
      const found = clash(a, b)
      // Beyond the last day that one of them may be valid on: 380 days and 60.
      const wanted = naive(a, b, 1.25)
      if (wanted === undefined) seen.none++
      else seen.clash++
      expect(found === undefined).toBe(wanted === undefined)
      if (found && a.zone !== b.zone) expect(found.due_at).toBe(wanted)
    }),
    { numRuns: 1_500 },
  )
  expect(Math.min(seen.clash, seen.none)).toBeGreaterThan(100)
})
