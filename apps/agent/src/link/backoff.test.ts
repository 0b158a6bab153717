import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const waits = (random: () => number, count: number) => {
  const backoff = new Backoff(random)
  return Array.from({ length: count }, () => backoff.next())
}

test('the ceiling doubles from one second to a minute and stays', () => {
  expect(waits(() => 0.999_999_9, 9).map(Math.round)).toEqual([
    1_500, 2_500, 4_500, 8_500, 16_500, 32_500, 60_500, 60_500, 60_500,
  ])
})

test('the least wait is half a second, however often it failed', () => {
  expect(new Set(waits(() => 0, 20))).toEqual(new Set([500]))
})

test('also above the cap agents spread over the whole minute', () => {
  const thousand = Array.from({ length: 1_000 }, () => waits(Math.random, 10).at(-1) ?? 0)
  expect(Math.min(...thousand)).toBeLessThan(3_000)
  expect(Math.max(...thousand)).toBeGreaterThan(57_000)
  expect(Math.max(...thousand)).toBeLessThanOrEqual(60_500)
  const inFirstHalf = thousand.filter((wait) => wait < 30_500).length
  expect(inFirstHalf).toBeGreaterThan(400)
  expect(inFirstHalf).toBeLessThan(600)
})

test('a reset begins again', () => {
  const backoff = new Backoff(() => 0.5)
  for (let i = 0; i < 5; i++) backoff.next()
  backoff.reset()
  expect(backoff.next()).toBe(1_000)
})
