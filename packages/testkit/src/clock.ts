import type { Clock } from '@kaibo/server/platform/clock.ts'

/** Time that stands still until the test moves it. */
export interface TestClock extends Clock {
  set(at: number): void
  advance(ms: number): void
}

/** Monday 2 March 2026, 10:00 in Shanghai. */
export const TEST_NOW = Date.UTC(2026, 2, 2, 2)

export function testClock(at = TEST_NOW): TestClock {
  let now = at
  return {
    now: () => now,
    mono: () => now,
    set: (at) => void (now = at),
    advance: (ms) => void (now += ms),
  }
}

/** The machine's time; `set` and `advance` shift it. */
export function runningClock(): TestClock {
  let shift = 0
  return {
    now: () => Date.now() + shift,
    mono: () => performance.now() + shift,
    set: (at) => void (shift = at - Date.now()),
    advance: (ms) => void (shift += ms),
  }
}
