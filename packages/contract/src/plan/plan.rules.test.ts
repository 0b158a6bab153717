import { expect, test } from 'vitest'
import { occurrences, type Recurrence } from './plan.rules.ts'

const plan = (more: Partial<Recurrence> = {}): Recurrence => ({
  zone: 'America/New_York',
  date: null,
  weekdays: [1, 2, 3, 4, 5, 6, 7],
  valid_from: null,
  valid_to: null,
  start: '20:00',
  stop_at: '22:00',
  cap_min: 0,
  ...more,
})

/** What is due between two days, as instants in UTC. */
const due = (of: Recurrence, from: string, to: string) =>
  occurrences(of, Date.parse(from), Date.parse(to))
    .filter(({ skipped }) => !skipped)
    .map(({ due_at, end_at }) =>
      [due_at, end_at].map((at) => new Date(at).toISOString().slice(5, 16)),
    )

test('in spring and in autumn it is due by the clock on the wall', () => {
  expect(due(plan(), '2026-03-07T12:00Z', '2026-03-09T12:00Z')).toEqual([
    ['03-08T01:00', '03-08T03:00'],
    ['03-09T00:00', '03-09T02:00'],
  ])
  expect(due(plan(), '2026-10-31T12:00Z', '2026-11-02T12:00Z')).toEqual([
    ['11-01T00:00', '11-01T02:00'],
    ['11-02T01:00', '11-02T03:00'],
  ])
})

test('a time that is left out is the instant of the change; of one that comes twice it is the first', () => {
  const night = { start: '02:30', stop_at: '04:00' }
  expect(due(plan(night), '2026-03-08T05:00Z', '2026-03-08T12:00Z')).toEqual([
    ['03-08T07:00', '03-08T08:00'],
  ])
  const twice = { start: '01:30', stop_at: '03:00' }
  expect(due(plan(twice), '2026-11-01T04:00Z', '2026-11-01T12:00Z')).toEqual([
    ['11-01T05:30', '11-01T08:00'],
  ])
})

test('what would stop before it began is left out on that day, and on no other', () => {
  const hour = plan({ start: '02:00', stop_at: '02:45' })
  const found = occurrences(hour, Date.parse('2026-03-07T05:00Z'), Date.parse('2026-03-10T05:00Z'))
  expect(found.map(({ skipped }) => skipped)).toEqual([false, true, false])
})

test('over midnight, month ends, the year’s end and the leap day', () => {
  const late = { zone: 'Asia/Shanghai', start: '23:30', stop_at: '01:00' }
  expect(due(plan(late), '2026-12-31T00:00Z', '2027-01-01T00:00Z')).toEqual([
    ['12-31T15:30', '12-31T17:00'],
  ])
  expect(
    due(plan({ ...late, weekdays: [], date: '2028-02-29' }), '2028-02-01', '2028-04-01'),
  ).toEqual([['02-29T15:30', '02-29T17:00']])
  const february = { ...late, valid_from: '2027-02-27', valid_to: '2027-03-01' }
  expect(due(plan(february), '2027-01-01', '2027-04-01').map(([at]) => at)).toEqual([
    '02-27T15:30',
    '02-28T15:30',
    '03-01T15:30',
  ])
})

test('what began before holds its room on', () => {
  const late = plan({ zone: 'Asia/Shanghai', start: '23:30', stop_at: '01:00', cap_min: 240 })
  // Half past four in the morning of the 3rd: from the evening of the 2nd.
  const at = Date.parse('2026-03-02T20:30Z')
  expect(occurrences(late, at, at + 1)).toHaveLength(1)
  expect(occurrences(late, at + 30 * 60_000, at + 30 * 60_000 + 1)).toHaveLength(0)
})
