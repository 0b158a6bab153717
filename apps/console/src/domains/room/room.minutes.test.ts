import { expect, test } from 'vitest'
import { minutesOfRun } from './room.minutes.ts'

const MINUTE = 60_000
const NOW = 1_000 * MINUTE + 12_345
const per_minute = Array.from({ length: 30 }, (_, i) => i)
const minutes = (since: number) =>
  minutesOfRun({ per_minute, started_at: NOW - since * MINUTE }, NOW)

test('a young run has ten places, of which those before it are empty', () => {
  expect(minutes(2)).toEqual([...Array<null>(7).fill(null), 27, 28, 29])
})

test('a run of a while has its own minutes, a long one the last 30', () => {
  expect(minutes(14)).toEqual(per_minute.slice(-15))
  expect(minutes(600)).toEqual(per_minute)
})

test('by a clock that is behind, the minute that goes on is there', () => {
  expect(minutes(-5).at(-1)).toBe(29)
})
