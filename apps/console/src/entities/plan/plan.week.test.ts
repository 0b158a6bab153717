import { expect, test } from 'vitest'
import { firing, listOf, plan } from './plan.fixture.ts'
import { blocksOf, mondayOf, weekFrom } from './plan.week.ts'

/** Monday 2 March 2026, 20:00 in Shanghai. */
const EVENING = Date.UTC(2026, 2, 2, 12)
const HOUR_MS = 3_600_000

test('a week begins on Monday, in business time', () => {
  const monday = mondayOf(EVENING + 6 * 24 * HOUR_MS)
  expect(monday).toBe(Date.UTC(2026, 2, 2))
  expect(weekFrom(monday)).toEqual({
    from: Date.UTC(2026, 2, 1, 16),
    to: Date.UTC(2026, 2, 8, 16),
  })
})

test('what passes midnight is a piece of two days; of what overlaps each has a lane', () => {
  const found = blocksOf(
    listOf(
      [plan('a'), plan('b')],
      [
        firing('a', EVENING, 5),
        firing('b', EVENING + HOUR_MS, 1),
        firing('b', EVENING + 5 * HOUR_MS, 1),
      ],
    ),
    mondayOf(EVENING),
  )
  expect(found.map(({ day, from, to, lane, lanes }) => [day, from, to, lane, lanes])).toEqual([
    [0, 1200, 1440, 0, 2],
    [0, 1260, 1320, 1, 2],
    [1, 0, 60, 0, 1],
    [1, 60, 120, 0, 1],
  ])
})
