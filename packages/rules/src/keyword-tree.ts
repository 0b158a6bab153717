interface Branch<V> {
  readonly next: Map<string, Branch<V>>
  readonly values: V[]
  /** Where to go on when no letter fits: the longest end of this that is a beginning. */
  back: Branch<V> | undefined
}

const branch = <V>(): Branch<V> => ({ next: new Map(), values: [], back: undefined })

/** Finds which of many words a text contains, in one pass over the text (Aho and Corasick). */
export class KeywordTree<V> {
  readonly #root = branch<V>()

  constructor(words: readonly (readonly [string, V])[]) {
    for (const [word, value] of words) {
      let at = this.#root
      for (const letter of word) {
        const known = at.next.get(letter) ?? branch()
        at.next.set(letter, known)
        at = known
      }
      if (word !== '') at.values.push(value)
    }
    this.#link()
  }

  /** The values of all words in the text, each as often as it is there. */
  in(text: string): V[] {
    const found: V[] = []
    let at = this.#root
    for (const letter of text) {
      at = this.#step(at, letter)
      for (let end: Branch<V> | undefined = at; end; end = end.back) found.push(...end.values)
    }
    return found
  }

  #step(from: Branch<V>, letter: string): Branch<V> {
    for (let at: Branch<V> | undefined = from; at; at = at.back) {
      const next = at.next.get(letter)
      if (next) return next
    }
    return this.#root
  }

  #link(): void {
    const queue = [...this.#root.next.values()]
    for (const first of queue) first.back = this.#root
    for (const at of queue) {
      for (const [letter, next] of at.next) {
        next.back = this.#step(at.back ?? this.#root, letter)
        queue.push(next)
      }
    }
  }
}
