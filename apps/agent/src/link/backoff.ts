const BASE_MS = 1_000
const CAP_MS = 60_000
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

  next(): number {
    const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** this.#failures)
    this.#failures++
    return BASE_MS / 2 + this.#random() * ceiling
  }

  reset(): void {
    this.#failures = 0
  }
}
