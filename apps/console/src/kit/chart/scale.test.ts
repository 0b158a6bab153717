import { expect, test } from 'vitest'
import { runsOf, scaleTo } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 5, 10]],
  [100, [0, 50, 100]],
  [123_456, [0, 50_000, 100_000, 150_000]],
])('an axis up to %i has round steps and ends at or above it', (largest, ticks) => {
  expect(scaleTo(largest)).toEqual({ top: ticks.at(-1), ticks })
})

test('a missing value is a gap in the line', () => {
  expect(runsOf([1, 2, null, null, 5])).toEqual([
    { from: 0, values: [1, 2] },
    { from: 4, values: [5] },
  ])
  expect(runsOf([null])).toEqual([])
})
