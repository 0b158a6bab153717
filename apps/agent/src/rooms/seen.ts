import type { LiveEvent } from '@kaibo/contract/live/event.ts'

const WINDOW_MS = 600_000
const MAX = 20_000
/** So many of the newest are kept over a restart. */
const KEPT = 2_000

/** Which events this room has met in the last ten minutes: platforms and replays repeat themselves. */
export class Seen {
  /** Since when, of `elapsed`; in the order of their arrival. */
  readonly #at = new Map<string, number>()

  /** On the disk the wall clock's time stands, `ahead` of `elapsed`: that begins anew with each process. */
  static from(data: unknown, ahead: number): Seen {
    const seen = new Seen()
    for (const entry of Array.isArray(data) ? data : [])
      if (Array.isArray(entry)) seen.#at.set(String(entry[0]), Number(entry[1]) - ahead)
    return seen
  }

  stored(ahead: number): [key: string, at: number][] {
    return [...this.#at].slice(-KEPT).map(([key, at]) => [key, Math.round(at + ahead)])
  }

  /** Whether it is new; from now on it is not. */
  isNew({ source, event_id }: LiveEvent, elapsed: number): boolean {
    for (const [key, at] of this.#at) {
      if (at > elapsed - WINDOW_MS && this.#at.size <= MAX) break
      this.#at.delete(key)
    }
    const key = `${source}|${event_id}`
    if (this.#at.has(key)) return false
    this.#at.set(key, elapsed)
    return true
  }
}
