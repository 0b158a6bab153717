const LEAST_MS = 500
const BASE_MS = 1_000
const CAP_MS = 60_000
/** A lost server is probably restarting: for this long waits are at most `SOON_CAP_MS`. */
const SOON_MS = 60_000
const SOON_CAP_MS = 10_000
/** The longest wait that a server may ask for; also, a timer of more than 24 days would fire at once. */
const LONGEST_MS = 3_600_000
/** Only a connection that lasted this long counts as a recovery: one that is refused after each hello must not reset the wait. */
const STABLE_MS = 60_000

/**
 * How long to wait before the next attempt, always at random: agents that lost a server together must not come back
 * together. In the minute after the loss at most as long again as the server has been away, and 10 s; then exponential, up
 * to a minute.
 */
export class Backoff {
  readonly #random: () => number
  readonly #elapsed: () => number
  #failures = 0
  /** When the server was lost, in the time of `elapsed`. */
  #lostAt: number | undefined

  /** `random` gives numbers from 0 up to, not including, 1; `elapsed` milliseconds. */
  constructor(random: () => number, elapsed: () => number) {
    this.#random = random
    this.#elapsed = elapsed
  }

  /** The connection was lost `livedMs` after its welcome. After a short one the back-off goes on instead of starting anew. */
  lost(livedMs: number): void {
    const isStable = livedMs >= STABLE_MS
    if (isStable) this.#failures = 0
    if (isStable || this.#lostAt === undefined) this.#lostAt = this.#elapsed()
  }

  /** Milliseconds until the next attempt; at least `askedMs`, if the server asked for that. */
  next(askedMs = 0): number {
    const own = LEAST_MS + this.#random() * this.#ceiling()
    this.#failures++
    return Math.min(LONGEST_MS, Math.max(own, askedMs))
  }

  #ceiling(): number {
    const awayMs = this.#lostAt === undefined ? Infinity : this.#elapsed() - this.#lostAt
    if (awayMs < SOON_MS) return Math.min(SOON_CAP_MS - LEAST_MS, Math.max(BASE_MS, awayMs))
    return Math.min(CAP_MS, BASE_MS * 2 ** this.#failures)
  }
}
