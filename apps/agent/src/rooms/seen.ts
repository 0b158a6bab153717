import type { LiveEvent } from '@kaibo/contract/live/event.ts'

const WINDOW_MS = 600_000
const MAX = 20_000
/** So many of the newest are kept over a restart. */
const KEPT = 2_000

export type Met = 'new' | 'other' | 'known'

/** Which events this room has met in the last ten minutes: platforms and replays repeat themselves. */
export class Seen {
  /** Since when, of `elapsed`; in the order of their arrival. An event with a gift has two keys. */
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

  /**
   * From now on the event is `known`. It is `other` where an event of this identifier was met and said something else of
   * money: whether it counts is for the ledger to say.
   */
  meet({ source, event_id, kind, gift }: LiveEvent, elapsed: number): Met {
    this.#forget(elapsed)
    const key = `${source}|${event_id}`
    const isNew = this.#add(key, elapsed)
    // No identifier holds a NUL, so that this is no other event's key.
    const saysMore =
      gift !== undefined &&
      this.#add(`${key}\0${kind} ${gift.count} ${gift.fen} ${gift.id}`, elapsed)
    if (isNew) return 'new'
    return saysMore ? 'other' : 'known'
  }

  #add(key: string, elapsed: number): boolean {
    if (this.#at.has(key)) return false
    this.#at.set(key, elapsed)
    return true
  }

  #forget(elapsed: number): void {
    for (const [key, at] of this.#at) {
      if (at > elapsed - WINDOW_MS && this.#at.size <= MAX) break
      this.#at.delete(key)
    }
  }
}
