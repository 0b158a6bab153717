const BASE_MS = 1_000
const CAP_MS = 60_000
/** No server may keep us away for longer; and a timer of more than 24 days would fire at once. */
const LONGEST_MS = 3_600_000
/** Only a connection that lasted this long counts as a recovery: one that is refused after each hello must not reset the wait. */
export const STABLE_MS = 60_000

/**
 * Exponential with full jitter, also above the cap: agents that lost a server together must not come back together.
 * `random` gives numbers from 0 up to, not including, 1.
 */
export class Backoff {
  readonly #random: () => number
  #failures = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** A server may ask for a longer wait, not for none. */
  next(askedMs = 0): number {
    const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** this.#failures)
    this.#failures++
    const own = BASE_MS / 2 + this.#random() * ceiling
    return Math.min(LONGEST_MS, Math.max(own, askedMs))
  }

  reset(): void {
    this.#failures = 0
  }
}
