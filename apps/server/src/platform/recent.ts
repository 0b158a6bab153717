/** A map that keeps at most `limit` entries, roughly the most recently used. */
export class Recent<Key, Value> {
  readonly #limit: number
  /** In the order of use. */
  readonly #kept = new Map<Key, { value: Value; usedAt: number }>()
  #uses = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get(key: Key): Value | undefined {
    const kept = this.#kept.get(key)
    if (kept === undefined) return undefined
    // Moving an entry costs more than finding it, and is not needed while too few others were used for it to be the oldest.
    if (++this.#uses - kept.usedAt > this.#limit / 2) this.#put(key, kept.value)
    return kept.value
  }

  set(key: Key, value: Value): void {
    this.#uses++
    this.#put(key, value)
    if (this.#kept.size <= this.#limit) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }

  #put(key: Key, value: Value): void {
    this.#kept.delete(key)
    this.#kept.set(key, { value, usedAt: this.#uses })
  }
}
