/** Injected, so that tests set the time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Milliseconds since some instant, whatever is done to the machine's clock: for how long something lasts. */
  mono(): number
}

export const systemClock: Clock = { now: () => Date.now(), mono: () => performance.now() }
