import { randomUUID } from 'node:crypto'
import { INSERT_TTL_MS, type InsertOrder } from '@kaibo/contract/agent/insert.schema.ts'
import type { AirOrder } from '@kaibo/contract/agent/air.schema.ts'
import type { QueueOrder, Waiting } from '@kaibo/contract/agent/queue.schema.ts'
import type { SpeechItem } from '@kaibo/contract/agent/stage-items.schema.ts'
import type { Speech } from '@kaibo/rules/frame.ts'
import type { ScriptPlace } from './script-place.ts'
import type { Time } from '#time/time.ts'
import { SilentMouth, type Mouth } from './mouth.ts'
import type { Playing } from './playing.ts'
import { TalkQueue, type Sentence } from './queue.ts'

export type SpeechState = SpeechItem['state']
/** What is known of a sentence beside its state. */
export type SpeechDetail = Pick<SpeechItem, 'played' | 'why'> & {
  /** Of a file that begins, how long it is. */
  lasts_ms?: number | undefined
}

/** What is being said, and the good-bye after it, last no longer than this. */
const LAST_WORDS_MS = 15_000
/** How long a line waits for the person who reviews it. */
const REVIEW_MS = 60_000

export interface Line {
  text: string
  priority: number
  ttl_ms: number
  event_id: string | null
  node: string | null
  /** What operators call it by. */
  cause: string
  /** A person decides whether it is said. */
  review?: boolean
  /** Somebody gave something. */
  isHappy?: boolean
  /** What the same rule left in the queue gives way. */
  replaces?: boolean
  /** The piece of the script that it is: a piece may have a voice of its own. */
  piece?: ScriptPlace
  /** Of a file; its text is its name. */
  play?: Playing
  /** Told of it what is told of all. */
  told?: Sentence['told']
}

/** Of a file that a rule cuts in. */
export interface CutIn extends Pick<Sentence, 'text' | 'priority' | 'event_id' | 'node' | 'cause'> {
  effect_id: number
  position: InsertOrder['position']
  ttl_ms: number
}

/** What operators call a line by that one of them has typed. */
const BY_HAND = '立即说'
const CUT_IN = '插播'
const BY_HAND_PRIORITY = 999

/** A person wants it said. */
const isByHand = ({ isNext, insert_id }: Pick<Sentence, 'isNext' | 'insert_id'>): boolean =>
  isNext || insert_id !== null

/** Speaks one sentence at a time, by the mouth that it is given. */
export class Anchor {
  readonly #queue = new TalkQueue()
  readonly #time: Time
  readonly #mouth: Mouth
  readonly #teller: (state: SpeechState, sentence: Sentence, detail?: SpeechDetail) => void
  /** To be called when it has nothing to say that it may say. */
  onSilent: () => void = () => {}
  #air: AirOrder = 'open'
  #speaking: Sentence | undefined
  /** What is being said counts as said already. */
  #isSaid = false
  /** Since when it has been silent; the beginning counts as the end of a sentence. */
  #silentSince: number
  #cancel: () => void = () => {}
  #whenSilent: (() => void)[] = []

  constructor(
    time: Time,
    tell: (state: SpeechState, sentence: Sentence, detail?: SpeechDetail) => void,
    mouth: Mouth = new SilentMouth(time),
  ) {
    this.#time = time
    this.#mouth = mouth
    this.#teller = tell
    this.#silentSince = time.elapsed()
  }

  /** Sentences that wait. */
  get waiting(): number {
    return this.#queue.length
  }

  /** It may speak of its own accord, and says nothing. */
  get isFree(): boolean {
    return this.#air === 'open' && !this.#speaking && this.#queue.first(this.#may) === undefined
  }

  /** It will be said soon. */
  prepare({ text, piece }: Pick<Line, 'text' | 'piece'>): void {
    void this.#mouth.prepare(text, { piece })
  }

  /** What rules are told of it. */
  speech(): Speech {
    const speaking = this.#speaking
    const node = speaking?.node ?? undefined
    return {
      waiting: this.#queue.ready,
      silent_ms: speaking ? 0 : this.#time.elapsed() - this.#silentSince,
      saying: node === undefined ? this.#queue.nodes : [node, ...this.#queue.nodes],
    }
  }

  say({ ttl_ms, replaces, review: isHeld = false, ...line }: Line): void {
    if (replaces && line.node !== null) this.#tellAll('dropped', this.#queue.take(line.node))
    const since = this.#time.elapsed()
    const expires_at = since + (isHeld ? REVIEW_MS : ttl_ms)
    const own = { isHeld, isNext: false, insert_id: null }
    const sentence = { speech_id: randomUUID(), ...line, since, expires_at, ...own }
    this.#tell('queued', sentence)
    this.#expire()
    this.#pushOne(sentence)
    // Nothing else may happen in the meantime, and nobody is to wait for it longer
    if (isHeld) this.#time.after(REVIEW_MS, () => this.#expire())
    if (!this.#speaking) this.#next()
    else this.#prepare()
  }

  /** A file that a rule has it play. While people hold the room, it waits as lines do. */
  cutIn({ effect_id, position, ttl_ms, ...line }: CutIn, play: Playing): void {
    const since = this.#time.elapsed()
    const own = { isHeld: false, isNext: false, insert_id: null, play }
    const times = { since, expires_at: since + ttl_ms }
    const sentence = { speech_id: `effect.${effect_id}.${since}`, ...line, ...times, ...own }
    const priority = position === 'tail' ? this.#queue.lowest : line.priority
    this.#put({ ...sentence, priority }, this.#air === 'open' ? position : 'tail')
  }

  /** Has it say or play what a person wants. What it says already, or has said, is not said again. */
  insert({ id, text, position }: Omit<InsertOrder, 'play'>, play?: Playing): void {
    const since = this.#time.elapsed()
    const sentence: Sentence = {
      speech_id: id,
      insert_id: id,
      event_id: null,
      node: null,
      cause: play ? CUT_IN : BY_HAND,
      text,
      priority: position === 'tail' ? this.#queue.lowest : BY_HAND_PRIORITY,
      since,
      expires_at: since + INSERT_TTL_MS,
      isHeld: false,
      isNext: position !== 'tail',
      ...(play && { play }),
    }
    if (!play) this.#tell('queued', sentence)
    this.#put(sentence, position)
  }

  #put(sentence: Sentence, position: InsertOrder['position']): void {
    if (position === 'now') this.#giveWay(sentence)
    else this.#pushOne(sentence)
    if (!this.#speaking) this.#next()
    else this.#prepare()
  }

  /** Takes back what a person had inserted, also while it is said; false where it is over. */
  withdraw(insert_id: string): boolean {
    const speaking = this.#speaking
    if (speaking?.insert_id === insert_id && !this.#isSaid) {
      this.#cancel()
      this.#tell('cancelled', speaking)
      this.#ended()
      this.#next()
      return true
    }
    const waiting = this.#queue.inserted(insert_id)
    return waiting ? this.order({ speech_id: waiting.speech_id, act: 'cancel' }) : false
  }

  /** What it may say from now on; the sentence being said is finished. */
  direct(air: AirOrder): void {
    if (air === this.#air) return
    this.#air = air
    if (!this.#speaking) this.#next()
  }

  /** What waits, in the order in which it is said. */
  list(): Waiting[] {
    this.#expire()
    const now = this.#time.elapsed()
    return this.#queue.all.map(({ speech_id, text, priority, cause, since, ...line }) => ({
      speech_id,
      text,
      priority,
      age_ms: Math.round(now - since),
      left_ms: Math.round(line.expires_at - now),
      cause,
      ready: !line.isHeld && (this.#air !== 'takeover' || isByHand(line)),
    }))
  }

  /** What a person wants of a line that waits; false where it does not wait any more. */
  order({ speech_id, act }: QueueOrder): boolean {
    this.#expire()
    if (act === 'cancel') {
      const gone = this.#queue.remove(speech_id)
      if (gone) this.#tell('cancelled', gone)
      return gone !== undefined
    }
    const stands = this.#queue.toFront(speech_id)
    if (stands && !this.#speaking) this.#next()
    return stands
  }

  clear(): void {
    this.#tellAll('cleared', this.#queue.clear())
  }

  /** Falls silent: at once, or when what is left to say has been said, `LAST_WORDS_MS` at the longest. */
  async silence(mode: 'now' | 'sentence'): Promise<void> {
    if (mode === 'now') return this.#breakOff()
    if (this.#speaking) {
      const cancel = this.#time.after(LAST_WORDS_MS, () => this.#breakOff())
      await new Promise<void>((resolve) => void this.#whenSilent.push(resolve))
      cancel()
    }
    // What may not be said now
    this.clear()
  }

  #breakOff(): void {
    this.clear()
    if (!this.#speaking) return
    this.#cancel()
    this.#tell('cleared', this.#speaking)
    this.#ended()
  }

  #next(): void {
    this.#expire()
    const sentence = this.#queue.next(this.#may)
    if (!sentence) return this.onSilent()
    this.#speaking = sentence
    this.#isSaid = false
    this.#cancel = this.#mouth.say(sentence, {
      speaking: (lasts_ms) => this.#tell('speaking', sentence, { lasts_ms }),
      spoken: (played) => {
        this.#isSaid = true
        this.#tell('spoken', sentence, { played })
      },
      failed: (why) => this.#tell('failed', sentence, { why }),
      over: () => {
        this.#ended()
        this.#next()
      },
    })
    this.#prepare()
  }

  #prepare(): void {
    const then = this.#queue.first(this.#may)
    if (then && !then.play) this.prepare(then)
  }

  /** What is being said is broken off for a sentence, and said again after it. */
  #giveWay(sentence: Sentence): void {
    const speaking = this.#speaking
    if (speaking) {
      this.#cancel()
      if (!this.#isSaid) this.#queue.pushFirst(speaking)
      this.#ended()
    }
    this.#queue.pushFirst(sentence)
  }

  #pushOne(sentence: Sentence): void {
    const victim = this.#queue.push(sentence)
    if (victim) this.#tell('dropped', victim)
  }

  readonly #may = (sentence: Sentence): boolean =>
    this.#air === 'open' || (this.#air === 'takeover' && isByHand(sentence))

  #ended(): void {
    this.#speaking = undefined
    this.#silentSince = this.#time.elapsed()
    if (this.#queue.first(this.#may)) return
    for (const resolve of this.#whenSilent.splice(0)) resolve()
  }

  #expire(): void {
    this.#tellAll('expired', this.#queue.expire(this.#time.elapsed()))
  }

  #tell(state: SpeechState, sentence: Sentence, detail?: SpeechDetail): void {
    this.#teller(state, sentence, detail)
    sentence.told?.(state, detail?.why)
  }

  #tellAll(state: SpeechState, sentences: readonly Sentence[]): void {
    for (const sentence of sentences) this.#tell(state, sentence)
  }
}
