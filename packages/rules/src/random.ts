/** FNV-1a over UTF-16 units: small, and the same on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/**
 * Random numbers (mulberry32) for one node and one event. The seed is made of the event's id, the node's id and the set's version:
 * with what a log row holds, the same numbers can be drawn again.
 */
export class Random {
  #state = 0

  seed(event: number, node: number, purpose: number): this {
    this.#state = (event ^ Math.imul(node, 0x9e3779b1) ^ Math.imul(purpose, 0x85ebca6b)) | 0
    return this
  }

  /** At least 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An index, each as likely as its weight; -1 where all weights are 0. */
  pick(weights: readonly number[]): number {
    let total = 0
    for (const weight of weights) total += weight
    if (total === 0) return -1
    let left = this.next() * total
    return weights.findIndex((weight) => (left -= weight) < 0)
  }
}
