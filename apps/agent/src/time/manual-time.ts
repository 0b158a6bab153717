import type { Time } from './time.ts'

interface Timer {
  at: number
  run: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualTime implements Time {
  #elapsed = 0
  /** The wall clock when nothing had elapsed. */
  #began: number
  readonly #timers = new Set<Timer>()

  constructor(now = 1_700_000_000_000) {
    this.#began = now
  }

  now(): number {
    return this.#began + this.#elapsed
  }

  elapsed(): number {
    return this.#elapsed
  }

  /** Somebody sets the PC's clock. */
  jump(ms: number): void {
    this.#began += ms
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#elapsed + ms, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  /** Runs what falls due on the way, in its order; between two timers, promises settle. */
  async advance(ms: number): Promise<void> {
    const end = this.#elapsed + ms
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
      if (!next) break
      this.#timers.delete(next)
      this.#elapsed = Math.max(this.#elapsed, next.at)
      next.run()
      await settled()
    }
    this.#elapsed = end
    await settled()
  }
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
