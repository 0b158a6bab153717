/** A sentence that waits for the anchor. */
export interface Sentence {
  speech_id: string
  event_id: string | null
  /** The rule that said it; nothing where no rule did. */
  node: string | null
  text: string
  priority: number
  /** Not worth saying after this, of `elapsed`. */
  expires_at: number
}

const CAPACITY = 50

/** Sentences by priority, then by arrival. */
export class TalkQueue {
  #waiting: Sentence[] = []

  get length(): number {
    return this.#waiting.length
  }

  /** Adds a sentence. From a full queue it removes and answers the oldest of the lowest priority, which may be the new one. */
  push(sentence: Sentence): Sentence | undefined {
    const behind = this.#waiting.findIndex(({ priority }) => priority < sentence.priority)
    this.#waiting.splice(behind < 0 ? this.#waiting.length : behind, 0, sentence)
    if (this.#waiting.length <= CAPACITY) return undefined
    const lowest = this.#waiting.at(-1)?.priority
    const victim = this.#waiting.findIndex(({ priority }) => priority === lowest)
    return this.#waiting.splice(victim, 1)[0]
  }

  /** Removes and answers sentences that are too old to be spoken. */
  expire(now: number): Sentence[] {
    const expired = this.#waiting.filter(({ expires_at }) => expires_at <= now)
    if (expired.length > 0)
      this.#waiting = this.#waiting.filter(({ expires_at }) => expires_at > now)
    return expired
  }

  /** Removes and answers what a rule has left. */
  take(node: string): Sentence[] {
    const taken = this.#waiting.filter((sentence) => sentence.node === node)
    if (taken.length > 0) this.#waiting = this.#waiting.filter((one) => one.node !== node)
    return taken
  }

  /** The rules whose sentences wait. */
  get nodes(): string[] {
    return this.#waiting.flatMap(({ node }) => node ?? [])
  }

  next(): Sentence | undefined {
    return this.#waiting.shift()
  }

  clear(): Sentence[] {
    return this.#waiting.splice(0)
  }
}
