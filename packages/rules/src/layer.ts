const GONE = Symbol('gone')

/** A map that may lie over another: it reads what it does not have from below, and writes nothing there. */
export class Layer<V> {
  readonly #own = new Map<string, V | typeof GONE>()
  #below: Layer<V> | undefined

  constructor(below?: Layer<V>) {
    this.#below = below
  }

  get(key: string): V | undefined {
    const own = this.#own.get(key)
    if (own !== undefined) return own === GONE ? undefined : own
    return this.#below?.get(key)
  }

  own(key: string): V | undefined {
    const own = this.#own.get(key)
    return own === GONE ? undefined : own
  }

  /** Comes last in the order, also where it was there before. */
  put(key: string, value: V): void {
    this.#own.delete(key)
    this.#own.set(key, value)
  }

  delete(key: string): void {
    if (this.#below?.get(key) === undefined) this.#own.delete(key)
    else this.#own.set(key, GONE)
  }

  clear(): void {
    this.#own.clear()
    this.#below = undefined
  }

  /** Of the map below first. */
  *entries(): Generator<[string, V]> {
    for (const [key, value] of this.#below?.entries() ?? [])
      if (!this.#own.has(key)) yield [key, value]
    for (const [key, value] of this.#own) if (value !== GONE) yield [key, value]
  }

  /** Whether it surely has nothing. */
  get isEmpty(): boolean {
    return this.#own.size === 0 && this.#below === undefined
  }

  /** How many entries are its own. */
  get ownSize(): number {
    return this.#own.size
  }

  /**
   * Removes its own entries that are over, from the oldest on, up to the first that is not: entries are about in the order in which they
   * end, and looking at all of them for every event would take too long. What is over behind that one is removed later.
   */
  prune(isOver: (value: V) => boolean): void {
    if (this.#below) return
    for (const [key, value] of this.#own) {
      if (value !== GONE && !isOver(value)) return
      this.#own.delete(key)
    }
  }
}

export const fill = <V>(layer: Layer<V>, data: Record<string, V> = {}): void => {
  for (const [key, value] of Object.entries(data)) layer.put(key, structuredClone(value))
}

export const plain = <V>(layer: Layer<V>): Record<string, V> => Object.fromEntries(layer.entries())
