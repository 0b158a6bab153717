/** Milliseconds since 1970. Injected, so that tests own time. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
