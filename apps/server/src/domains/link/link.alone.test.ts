import { expect, test } from 'vitest'
import { createAlone } from './link.alone.ts'

/** Second by second, what a server hears and whether it takes itself for the only one that is cut off. */
function alone(
  seconds: number,
  { away, well }: { away: (s: number) => boolean; well: readonly number[] },
): number | undefined {
  let s = 0
  const isAlone = createAlone(
    {
      db: {
        get isAway() {
          return away(s)
        },
      },
      instance: {
        get othersWellAt() {
          return 1_000 * Math.max(-Infinity, ...well.filter((at) => at <= s))
        },
      },
    },
    () => s * 1_000,
  )
  for (; s <= seconds; s++) if (isAlone()) return s
  return undefined
}

test('where the database was away from all, whoever is back last is not the only one without', () => {
  // Another says that it is well as soon as it is; this one needs some seconds more.
  expect(alone(60, { away: (s) => s >= 2 && s < 33, well: [-2, 31] })).toBeUndefined()
  // Also after a moment in between in which the other one saw it.
  expect(alone(60, { away: (s) => s >= 2 && s < 33, well: [-2, 14, 31] })).toBeUndefined()
  // Who notices the outage later says meanwhile that all is well.
  expect(alone(60, { away: (s) => s >= 2 && s < 33, well: [-3, 2, 7] })).toBeUndefined()
})

test('whose own way alone is cut knows it when others go on to be well', () => {
  expect(alone(60, { away: (s) => s >= 2, well: [3, 8, 13, 18, 23] })).toBe(18)
  // Before the first of them was away for a long time, too.
  expect(alone(60, { away: (s) => s >= 2, well: [30, 35] })).toBe(35)
})
