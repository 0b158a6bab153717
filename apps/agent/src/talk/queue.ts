import { QUEUE_CAPACITY } from '@kaibo/contract/agent/queue.schema.ts'
import type { ScriptPlace } from './script-place.ts'
import type { SpeechState } from './anchor.ts'
import type { Playing } from './playing.ts'

/** A sentence that waits for the anchor, or a file that has its turn as a sentence has. */
export interface Sentence {
  speech_id: string
  event_id: string | null
  /** The rule that said it; nothing where no rule did. */
  node: string | null
  /** What operators call it by. */
  cause: string
  text: string
  priority: number
  /** Since when it waits, of `elapsed`. */
  since: number
  /** Not worth saying after this, of `elapsed`. */
  expires_at: number
  /** Not said before a person has released it. */
  isHeld: boolean
  /** A person wants it said before all that rules say. */
  isNext: boolean
  /** A person had it said: nothing else pushes it out. */
  insert_id: string | null
  /** Somebody gave something. */
  isHappy?: boolean
  /** The piece of the script that it is: a piece may have a voice of its own. */
  piece?: ScriptPlace
  /** Of a file; its text is its name. */
  play?: Playing
  /** Who says it follows what becomes of it. */
  told?: (state: SpeechState, why?: string) => void
}

const rankOf = ({ isNext, priority }: Sentence): number => (isNext ? Infinity : priority)

/** Sentences by priority, then by arrival. Those that are held stand behind the others and take no part. */
export class TalkQueue {
  #ready: Sentence[] = []
  #held: Sentence[] = []

  /** Those that would be said. */
  get ready(): number {
    return this.#ready.length
  }

  get length(): number {
    return this.#ready.length + this.#held.length
  }

  /** All, in the order in which they are said. */
  get all(): readonly Sentence[] {
    return [...this.#ready, ...this.#held]
  }

  /** Adds a sentence. From a full queue it removes and answers the oldest of the lowest priority, which may be the new one. */
  push(sentence: Sentence): Sentence | undefined {
    if (sentence.isHeld) this.#held.push(sentence)
    else {
      const behind = this.#ready.findIndex((one) => rankOf(one) < rankOf(sentence))
      this.#ready.splice(behind < 0 ? this.#ready.length : behind, 0, sentence)
    }
    return this.length > QUEUE_CAPACITY ? this.#leastOf() : undefined
  }

  /** Makes a sentence the next one; one that was held is so no longer. False where it is gone. */
  toFront(speech_id: string): boolean {
    const sentence = this.remove(speech_id)
    if (sentence) this.#ready.unshift({ ...sentence, isHeld: false, isNext: true })
    return sentence !== undefined
  }

  /** Before all others: what a person wants said at once, and what that has broken off. */
  pushFirst(sentence: Sentence): void {
    this.#ready.unshift({ ...sentence, isNext: true })
  }

  /** The least that waits: what is said with it comes after all others. */
  get lowest(): number {
    return Math.min(0, ...this.#ready.map(({ priority }) => priority))
  }

  /** What a person has inserted. */
  inserted(insert_id: string): Sentence | undefined {
    return this.#ready.find((one) => one.insert_id === insert_id)
  }

  remove(speech_id: string): Sentence | undefined {
    const sentence = this.all.find((one) => one.speech_id === speech_id)
    if (sentence) this.#without((one) => one.speech_id === speech_id)
    return sentence
  }

  /** Removes and answers sentences that are too old to be spoken. */
  expire(now: number): Sentence[] {
    return this.#without(({ expires_at }) => expires_at <= now)
  }

  /** Removes and answers what a rule has left. */
  take(node: string): Sentence[] {
    return this.#without((sentence) => sentence.node === node)
  }

  /** The rules whose sentences wait. */
  get nodes(): string[] {
    return this.#ready.flatMap(({ node }) => node ?? [])
  }

  /** The next one of those that may be said now, which stays. */
  first(may: (sentence: Sentence) => boolean): Sentence | undefined {
    return this.#ready.find(may)
  }

  next(may: (sentence: Sentence) => boolean): Sentence | undefined {
    const at = this.#ready.findIndex(may)
    return at < 0 ? undefined : this.#ready.splice(at, 1)[0]
  }

  clear(): Sentence[] {
    return [...this.#ready.splice(0), ...this.#held.splice(0)]
  }

  #without(isTaken: (sentence: Sentence) => boolean): Sentence[] {
    const taken = this.all.filter(isTaken)
    if (taken.length === 0) return taken
    this.#ready = this.#ready.filter((one) => !isTaken(one))
    this.#held = this.#held.filter((one) => !isTaken(one))
    return taken
  }

  #leastOf(): Sentence | undefined {
    const byRules = this.all.filter(({ insert_id }) => insert_id === null)
    const lowest = Math.min(...byRules.map(rankOf))
    const victim = byRules.find((one) => rankOf(one) === lowest)
    return victim && this.remove(victim.speech_id)
  }
}
