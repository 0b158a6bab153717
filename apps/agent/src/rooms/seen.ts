import type { LiveEvent } from '@kaibo/contract/live/event.ts'

const WINDOW_MS = 600_000
const MAX = 20_000
/** How many more there may be, and for how long, until the oldest are forgotten. */
const SPARE = 2_000
const TIDY_MS = 1_000
/** How many of the newest are kept over a restart. */
const KEPT = 2_000

export type Met = 'new' | 'other' | 'known'

/** Which events this room has seen in the last ten minutes: platforms and replays repeat events. */
export class Seen {
  /** By key the time of `elapsed` at which it was seen, in the order of arrival. An event with a gift has two keys. */
  readonly #at = new Map<string, number>()
  #tidyAt = 0

  /** The file has wall clock times, because `elapsed` starts anew in each process; `ahead` is the difference. */
  static from(data: unknown, ahead: number): Seen {
    const seen = new Seen()
    for (const entry of Array.isArray(data) ? data : [])
      if (Array.isArray(entry)) seen.#at.set(String(entry[0]), Number(entry[1]) - ahead)
    return seen
  }

  stored(ahead: number): [key: string, at: number][] {
    return [...this.#at].slice(-KEPT).map(([key, at]) => [key, Math.round(at + ahead)])
  }

  /**
   * Remembers the event: seen again, it is `known`. `other`: an event with this identifier but another gift was seen before; it
   * is sent on, and the ledger decides whether it counts.
   */
  meet({ source, event_id, kind, gift }: LiveEvent, elapsed: number): Met {
    this.#forget(elapsed)
    const key = `${source}|${event_id}`
    const isNew = this.#add(key, elapsed)
    // Identifiers hold no NUL, so this key cannot be equal to that of another event.
    const saysMore =
      gift !== undefined &&
      this.#add(`${key}\0${kind} ${gift.count} ${gift.fen} ${gift.id}`, elapsed)
    if (isNew) return 'new'
    return saysMore ? 'other' : 'known'
  }

  #add(key: string, elapsed: number): boolean {
    const before = this.#at.get(key)
    if (before !== undefined && before > elapsed - WINDOW_MS) return false
    // As the newest again: the order is that of arrival
    if (before !== undefined) this.#at.delete(key)
    this.#at.set(key, elapsed)
    return true
  }

  /** Now and then: each look at the first of a map passes over all that were deleted before it. */
  #forget(elapsed: number): void {
    if (elapsed < this.#tidyAt && this.#at.size < MAX + SPARE) return
    this.#tidyAt = elapsed + TIDY_MS
    for (const [key, at] of this.#at) {
      if (at > elapsed - WINDOW_MS && this.#at.size <= MAX) break
      this.#at.delete(key)
    }
  }
}
