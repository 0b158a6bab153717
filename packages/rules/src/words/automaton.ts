/** Where a branch's letters begin, and how many there are, once it is closed. */
const ROOT = 0

/**
 * Finds which of many rows of numbers stand in another, in one pass (Aho and Corasick). Branches are numbers in typed arrays: a step is
 * one look into a table of 16-bit letters at the root, where a text is nearly always, and one into a hash table elsewhere.
 */
export class Automaton {
  /** By letter: the branch that it begins. */
  readonly #first: Uint32Array
  readonly #keys: Float64Array
  readonly #next: Uint32Array
  readonly #mask: number
  /** By branch: the longest end of it that is a beginning. */
  readonly #back: Uint32Array
  /** By branch: the row that ends there, plus one, and the nearest branch backwards where another does. */
  readonly #row: Uint32Array
  readonly #more: Uint32Array

  /** Rows of letters below 65,536, each once. */
  constructor(rows: readonly (readonly number[])[]) {
    const most = rows.reduce((sum, row) => sum + row.length, 1)
    this.#first = new Uint32Array(0x1_0000)
    this.#mask = 2 ** Math.ceil(Math.log2(most * 2 + 1)) - 1
    this.#keys = new Float64Array(this.#mask + 1).fill(-1)
    this.#next = new Uint32Array(this.#mask + 1)
    this.#back = new Uint32Array(most)
    this.#row = new Uint32Array(most)
    this.#more = new Uint32Array(most)
    this.#link(this.#plant(rows))
  }

  /** Adds to `found` the number of each row that is there, and where it ends. */
  find(letters: Uint16Array, length: number, found: number[]): void {
    let at = ROOT
    for (let place = 0; place < length; place++) {
      at = this.#step(at, letters[place] ?? 0)
      if (at === ROOT) continue
      let end = this.#row[at] ? at : (this.#more[at] ?? ROOT)
      for (; end !== ROOT; end = this.#more[end] ?? ROOT)
        found.push((this.#row[end] ?? 1) - 1, place)
    }
  }

  /** Answers each branch's parent and letter, in the order in which they grew. */
  #plant(rows: readonly (readonly number[])[]): { parent: number; letter: number }[] {
    const grown = [{ parent: ROOT, letter: 0 }]
    for (const [index, row] of rows.entries()) {
      let at = ROOT
      for (const letter of row) {
        let next = this.#child(at, letter)
        if (next === ROOT) {
          next = grown.length
          grown.push({ parent: at, letter })
          this.#grow(at, letter, next)
        }
        at = next
      }
      if (at !== ROOT) this.#row[at] = index + 1
    }
    return grown
  }

  /** A branch's `back` is made of its parent's, so that the short ones come first. */
  #link(grown: readonly { parent: number; letter: number }[]): void {
    const depths = new Uint8Array(grown.length)
    const byDepth: number[][] = []
    for (const [branch, { parent }] of grown.entries()) {
      if (branch === ROOT) continue
      const depth = (depths[parent] ?? 0) + 1
      depths[branch] = depth
      ;(byDepth[depth] ??= []).push(branch)
    }
    for (const branch of byDepth.flat()) {
      const { parent, letter } = grown[branch] ?? { parent: ROOT, letter: 0 }
      const back = parent === ROOT ? ROOT : this.#step(this.#back[parent] ?? ROOT, letter)
      this.#back[branch] = back
      this.#more[branch] = this.#row[back] ? back : (this.#more[back] ?? ROOT)
    }
  }

  #step(from: number, letter: number): number {
    let at = from
    while (at !== ROOT) {
      const next = this.#child(at, letter)
      if (next !== ROOT) return next
      at = this.#back[at] ?? ROOT
    }
    return this.#first[letter] ?? ROOT
  }

  #child(at: number, letter: number): number {
    if (at === ROOT) return this.#first[letter] ?? ROOT
    const key = at * 0x1_0000 + letter
    let slot = this.#slotOf(at, letter)
    for (; this.#keys[slot] !== -1; slot = (slot + 1) & this.#mask)
      if (this.#keys[slot] === key) return this.#next[slot] ?? ROOT
    return ROOT
  }

  #grow(at: number, letter: number, branch: number): void {
    if (at === ROOT) {
      this.#first[letter] = branch
      return
    }
    let slot = this.#slotOf(at, letter)
    while (this.#keys[slot] !== -1) slot = (slot + 1) & this.#mask
    this.#keys[slot] = at * 0x1_0000 + letter
    this.#next[slot] = branch
  }

  #slotOf(at: number, letter: number): number {
    return ((Math.imul(at, 0x9e3779b1) ^ Math.imul(letter, 0x85ebca6b)) >>> 4) & this.#mask
  }
}
