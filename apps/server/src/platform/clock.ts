/** Milliseconds since 1970. Injected, so that tests set the time. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }
