/** FNV-1a over UTF-16 units: small, and the same on every machine. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** Another hash of the same kind, independent of the first. */
export function markOf(text: string): number {
  let mark = 0x9747b28c
  for (let index = 0; index < text.length; index++) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x5bd1e995)
    mark ^= mark >>> 13
  }
  return mark >>> 0
}

/**
 * Names what one action of a node does for one event, by two hashes of the event and one of the node. A number below 2⁵³: written as a
 * text, it would cost more than deciding the event.
 */
export function effectId(event: number, mark: number, node: number, index: number): number {
  const high = mixed(event ^ Math.imul(node + index, 0x9e3779b1))
  const low = mixed(mark ^ Math.imul(node ^ (index + 1), 0x85ebca6b))
  return high * 0x200000 + (low >>> 11)
}

function mixed(value: number): number {
  let hash = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
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
