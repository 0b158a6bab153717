/** Keeps what was used last, at most so many. */
export class Recent<Key, Value> {
  readonly #limit: number
  /** In the order of use. */
  readonly #kept = new Map<Key, Value>()

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#kept.size
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key)
    if (value === undefined) return undefined
    this.#kept.delete(key)
    this.#kept.set(key, value)
    return value
  }

  set(key: Key, value: Value): void {
    this.#kept.delete(key)
    this.#kept.set(key, value)
    if (this.#kept.size <= this.#limit) return
    for (const oldest of this.#kept.keys()) {
      this.#kept.delete(oldest)
      return
    }
  }
}
