import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isFair, winnersOf } from './lottery.rules.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const entrants = Array.from({ length: 200 }, (_, i) => `viewer-${i}`)

test('the same seed and viewers always have the same winners, in whatever order they came', () => {
  const drawn = { seed: 'a'.repeat(64), entrants, winners: 3 }
  const won = winnersOf(drawn, sha256)
  expect(won).toHaveLength(3)
  expect(winnersOf({ ...drawn, entrants: entrants.toReversed() }, sha256)).toEqual(won)
  expect(winnersOf({ ...drawn, entrants: [...entrants, ...won] }, sha256)).toEqual(won)
  expect(winnersOf({ ...drawn, seed: 'b'.repeat(64) }, sha256)).not.toEqual(won)
})

test('a known draw, as a shell computes it', () => {
  // for id in u1 u2 u3; do printf 'seed\n%s' $id | sha256sum; done
  const won = winnersOf({ seed: 'seed', entrants: ['u1', 'u2', 'u3'], winners: 2 }, sha256)
  expect(won).toEqual(['u1', 'u3'])
})

test('with fewer viewers than prizes all win, with none nobody', () => {
  expect(winnersOf({ seed: 's', entrants: ['u1'], winners: 5 }, sha256)).toEqual(['u1'])
  expect(winnersOf({ seed: 's', entrants: [], winners: 5 }, sha256)).toEqual([])
})

test('over many seeds nobody wins more often than by chance', () => {
  const wins = new Map<string, number>()
  for (let i = 0; i < 2_000; i += 1) {
    const [one = ''] = winnersOf(
      { seed: `seed-${i}`, entrants: entrants.slice(0, 10), winners: 1 },
      sha256,
    )
    wins.set(one, (wins.get(one) ?? 0) + 1)
  }
  // 200 each; six standard deviations are 80.
  for (const count of wins.values()) expect(Math.abs(count - 200)).toBeLessThan(80)
  expect(wins.size).toBe(10)
})

test('another seed, another winner or another hash is found out', () => {
  const seed = 'c'.repeat(64)
  const drawn = { seed, entrants, winners: 2 }
  const fair = { ...drawn, won: winnersOf(drawn, sha256), seed_hash: sha256(seed) }
  expect(isFair(fair, sha256)).toBe(true)
  expect(isFair({ ...fair, seed: 'd'.repeat(64) }, sha256)).toBe(false)
  expect(isFair({ ...fair, won: ['viewer-1', 'viewer-2'] }, sha256)).toBe(false)
  expect(isFair({ ...fair, seed_hash: sha256('other') }, sha256)).toBe(false)
  expect(isFair({ ...fair, entrants: entrants.filter((id) => id !== fair.won[0]) }, sha256)).toBe(
    false,
  )
})
