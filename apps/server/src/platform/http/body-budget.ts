/** One request body and the memory that it takes up. */
export interface BodyInMemory {
  /** The sender: all bodies with the same value count as one sender's. */
  readonly network: string
  readonly bytes: number
  /** Whether it is still arriving; one that has arrived is being handled and cannot be given up. */
  readonly isArriving: boolean
  /** Gives up a body that is on its way, and its memory. */
  giveUp(): void
}

interface Sender {
  bytes: number
  readonly bodies: Set<BodyInMemory>
}

/**
 * Bounds the memory that bodies take up together, from their first byte until they are answered. One sender gets at most half
 * of it. When all is taken, a sender that holds less than another still gets memory: the longest arriving body of the sender
 * that holds most is given up for it.
 */
export class BodyBudget {
  readonly #limit: number
  readonly #senders = new Map<string, Sender>()
  #taken = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get taken(): number {
    return this.#taken
  }

  /** Counts `bytes` more for a body; false, and nothing counted, where there is no room. */
  take(body: BodyInMemory, bytes: number): boolean {
    const wanted = (this.#senders.get(body.network)?.bytes ?? 0) + bytes
    if (wanted > this.#limit / 2) return false
    while (this.#taken + bytes > this.#limit) {
      const other = this.#longestOfMoreThan(wanted)
      if (!other) return false
      other.giveUp()
    }
    const sender = this.#senders.get(body.network) ?? { bytes: 0, bodies: new Set() }
    sender.bodies.add(body)
    sender.bytes += bytes
    this.#senders.set(body.network, sender)
    this.#taken += bytes
    return true
  }

  /** Gives back all that a body has taken. */
  release(body: BodyInMemory): void {
    const sender = this.#senders.get(body.network)
    if (!sender?.bodies.delete(body)) return
    sender.bytes -= body.bytes
    this.#taken -= body.bytes
    if (sender.bodies.size === 0) this.#senders.delete(body.network)
  }

  /** The longest body on its way of the sender that holds most, where that is more than `bytes`. */
  #longestOfMoreThan(bytes: number): BodyInMemory | undefined {
    let most = bytes
    let found: BodyInMemory | undefined
    for (const sender of this.#senders.values()) {
      if (sender.bytes <= most) continue
      const arriving = [...sender.bodies].filter((body) => body.isArriving)
      const [longest] = arriving.sort((a, b) => b.bytes - a.bytes)
      if (!longest) continue
      most = sender.bytes
      found = longest
    }
    return found
  }
}
