import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS } from './day.ts'
import { clockOf, isZone, minutesOf, nextAt, shiftsBetween, timeText, wallAt } from './zone.ts'

const MINUTE = 60_000
const day = (text: string) => Date.parse(text)
const at = (zone: string, date: string, time: string) =>
  new Date(clockOf(zone)(day(date), minutesOf(time))).toISOString()

test('without a change of the clocks', () => {
  expect(at('Asia/Shanghai', '2026-02-28', '20:30')).toBe('2026-02-28T12:30:00.000Z')
  expect(at('Asia/Kathmandu', '2026-12-31', '00:00')).toBe('2026-12-30T18:15:00.000Z')
  expect(at('UTC', '2028-02-29', '23:59')).toBe('2028-02-29T23:59:00.000Z')
})

test('a time that the clocks leave out is the instant of the change', () => {
  const changed = '2026-03-08T10:00:00.000Z'
  expect(at('America/Los_Angeles', '2026-03-08', '02:00')).toBe(changed)
  expect(at('America/Los_Angeles', '2026-03-08', '02:30')).toBe(changed)
  expect(at('America/Los_Angeles', '2026-03-08', '03:00')).toBe(changed)
  // By half an hour.
  expect(at('Australia/Lord_Howe', '2026-10-04', '02:15')).toBe('2026-10-03T15:30:00.000Z')
})

test('of a time that comes twice it is the first', () => {
  expect(at('America/Los_Angeles', '2026-11-01', '01:30')).toBe('2026-11-01T08:30:00.000Z')
  expect(at('Europe/Berlin', '2026-10-25', '02:00')).toBe('2026-10-25T00:00:00.000Z')
  expect(at('Europe/Berlin', '2026-10-25', '03:00')).toBe('2026-10-25T02:00:00.000Z')
})

test('midnight itself may be left out', () => {
  expect(at('America/Santiago', '2026-09-06', '00:00')).toBe('2026-09-06T04:00:00.000Z')
})

test('the next time at which the clocks show it', () => {
  const now = Date.parse('2026-01-05T12:00:00Z')
  const next = (time: string) => new Date(nextAt('Asia/Shanghai', time, now)).toISOString()
  expect(next('20:01')).toBe('2026-01-05T12:01:00.000Z')
  expect(next('20:00')).toBe('2026-01-06T12:00:00.000Z')
})

test('zones by their names', () => {
  expect(['Asia/Shanghai', 'UTC', 'America/Argentina/Buenos_Aires'].filter(isZone)).toHaveLength(3)
  expect(['', 'Mars/Olympus', '+08:00', 'Asia/Shanghai '].filter(isZone)).toEqual([])
})

const ZONES = [
  'Asia/Shanghai',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'America/Santiago',
  'Pacific/Apia',
  'Asia/Kathmandu',
]

/** What a clock in the zone shows, asked of Intl each time. */
const shown = (zone: string, instant: number) =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(instant)

/** Minute by minute: the first at which the clock shows the time or, past a gap, the first that is later. */
function naive(zone: string, date: number, minutes: number): number {
  const wanted = `${new Date(date).toISOString().slice(0, 10)} ${timeText(minutes)}`
  for (let instant = date + minutes * MINUTE - 15 * 3_600_000; ; instant += 15 * MINUTE) {
    if (shown(zone, instant + 15 * MINUTE) < wanted) continue
    for (let fine = instant; ; fine += MINUTE) if (shown(zone, fine) >= wanted) return fine
  }
}

test('as a model that looks at the clock minute by minute', () => {
  const days = fc.integer({ min: 0, max: 900 }).map((n) => day('2025-06-01') + n * DAY_MS)
  const changes = ZONES.flatMap((zone) =>
    shiftsBetween(zone, day('2025-01-01'), day('2028-01-01')).map((shift) => ({
      zone,
      date: wallAt(zone, shift).day,
    })),
  )
  expect(changes.length).toBeGreaterThan(20)
  const when = fc.oneof(
    fc.record({ zone: fc.constantFrom(...ZONES), date: days }),
    fc.constantFrom(...changes),
  )
  fc.assert(
    fc.property(when, fc.integer({ min: 0, max: 1439 }), ({ zone, date }, minutes) => {
      expect(clockOf(zone)(date, minutes)).toBe(naive(zone, date, minutes))
    }),
    { numRuns: 150 },
  )
})
