import type { Time } from './time.ts'

interface Timer {
  at: number
  run: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualTime implements Time {
  #now: number
  readonly #timers = new Set<Timer>()

  constructor(now = 1_700_000_000_000) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + ms, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Runs what falls due on the way, in its order; between two timers, promises settle. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      this.#timers.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await settled()
    }
    this.#now = end
    await settled()
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
