import { randomUUID } from 'node:crypto'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Time } from '#time/time.ts'
import { TalkQueue, type Sentence } from './queue.ts'

export type SpeechState = Extract<SpoolItem, { type: 'speech' }>['state']

const CHARACTERS_A_SECOND = 4.5
const SHORTEST_MS = 1_000

/** How long an anchor takes to say it. */
export const durationOf = (text: string): number =>
  Math.max(SHORTEST_MS, (text.length / CHARACTERS_A_SECOND) * 1000)

interface Line {
  text: string
  priority: number
  ttl_ms: number
  event_id: string | null
}

/**
 * Speaks one sentence at a time. There is no voice yet: a sentence is reported as `spoken` when it begins, so that the console
 * shows it for as long as it would take to say.
 */
export class Anchor {
  readonly #queue = new TalkQueue()
  readonly #time: Time
  readonly #tell: (state: SpeechState, sentence: Sentence) => void
  #speaking: Sentence | undefined
  #cancel: () => void = () => {}
  #whenSilent: (() => void)[] = []

  constructor(time: Time, tell: (state: SpeechState, sentence: Sentence) => void) {
    this.#time = time
    this.#tell = tell
  }

  /** Sentences that wait. */
  get waiting(): number {
    return this.#queue.length
  }

  say({ text, priority, ttl_ms, event_id }: Line): void {
    const expires_at = this.#time.elapsed() + ttl_ms
    const sentence = { speech_id: randomUUID(), event_id, text, priority, expires_at }
    this.#tell('queued', sentence)
    this.#tellAll('expired', this.#queue.expire(this.#time.elapsed()))
    const victim = this.#queue.push(sentence)
    if (victim) this.#tell('dropped', victim)
    if (!this.#speaking) this.#next()
  }

  clear(): void {
    this.#tellAll('cleared', this.#queue.clear())
  }

  /** Falls silent: at once, or when the sentence being spoken has ended. */
  async silence(mode: 'now' | 'sentence'): Promise<void> {
    this.clear()
    if (!this.#speaking) return
    if (mode === 'sentence') return new Promise((resolve) => void this.#whenSilent.push(resolve))
    this.#cancel()
    this.#tell('cleared', this.#speaking)
    this.#ended()
  }

  #next(): void {
    this.#tellAll('expired', this.#queue.expire(this.#time.elapsed()))
    const sentence = this.#queue.next()
    if (!sentence) return
    this.#speaking = sentence
    this.#tell('spoken', sentence)
    this.#cancel = this.#time.after(durationOf(sentence.text), () => {
      this.#ended()
      this.#next()
    })
  }

  #ended(): void {
    this.#speaking = undefined
    for (const resolve of this.#whenSilent.splice(0)) resolve()
  }

  #tellAll(state: SpeechState, sentences: readonly Sentence[]): void {
    for (const sentence of sentences) this.#tell(state, sentence)
  }
}
