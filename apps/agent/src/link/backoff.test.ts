import { expect, test } from 'vitest'
import { Backoff } from './backoff.ts'

const NEARLY_ONE = 0.999_999_9

/** Waits one after another, each beginning when the one before it has passed. */
function waiting(random: () => number) {
  let elapsed = 0
  const backoff = new Backoff(random, () => elapsed)
  return {
    backoff,
    pass: (ms: number) => void (elapsed += ms),
    now: () => elapsed,
    next: () => {
      const wait = Math.round(backoff.next())
      elapsed += wait
      return wait
    },
  }
}

const waits = (random: () => number, count: number) => {
  const { next } = waiting(random)
  return Array.from({ length: count }, next)
}

test('the ceiling doubles from one second to a minute and stays', () => {
  expect(waits(() => NEARLY_ONE, 9)).toEqual([
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

test('in the minute after a loss nobody waits longer than the server was away, nor than 10 s', () => {
  const agent = waiting(() => NEARLY_ONE)
  agent.backoff.lost(5_000)
  const soon = [agent.next(), agent.next(), agent.next(), agent.next(), agent.next()]
  expect(soon).toEqual([1_500, 2_000, 4_000, 8_000, 10_000])
  while (agent.now() < 60_000) expect(agent.next()).toBe(10_000)
  expect(agent.next()).toBe(60_500)
})

test('a server that lets go of us again and again is not hurried back to', () => {
  const agent = waiting(() => NEARLY_ONE)
  agent.backoff.lost(5_000)
  while (agent.now() < 60_000) agent.next()
  agent.backoff.lost(5_000)
  expect(agent.next()).toBe(60_500)
})

test('a minute of connection is a recovery: the next loss begins anew', () => {
  const agent = waiting(() => NEARLY_ONE)
  agent.backoff.lost(5_000)
  while (agent.now() < 100_000) agent.next()
  agent.pass(60_000)
  agent.backoff.lost(60_000)
  expect(agent.next()).toBe(1_500)
  expect(agent.next()).toBe(2_000)
})
