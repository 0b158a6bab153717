/** Keeps what was used last, at most so many. */
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
    // To move it costs more than to find it. While so few others were used since, it cannot be among the oldest.
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
