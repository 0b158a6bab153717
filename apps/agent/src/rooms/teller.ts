import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { PlayState } from '@kaibo/contract/agent/insert.schema.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Log } from '#log/log.ts'
import type { SpeechDetail, SpeechState } from '#talk/anchor.ts'
import type { Playing } from '#talk/playing.ts'
import type { Sentence } from '#talk/queue.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Note } from './notes.ts'
import type { EffectNews } from './stage-effects.ts'
import { OpenLines } from './open-lines.ts'

interface TellerOptions {
  log: Log
  clock: Pick<ServerClock, 'now'>
  spool: (item: SpoolItem) => void
  /** A file that a person had inserted has ended. */
  over?: (insert_id: string) => void
  folder: string
  time: Time
}

const STATES: Record<SpeechState, PlayState> = {
  queued: 'queued',
  speaking: 'playing',
  spoken: 'done',
  failed: 'failed',
  expired: 'expired',
  dropped: 'expired',
  cleared: 'cancelled',
  cancelled: 'cancelled',
}
const GOES_ON: readonly SpeechState[] = ['queued', 'speaking']

/** Tells the server what a room says and what people should know of it. */
export class Teller {
  readonly #options: TellerOptions
  readonly #address: () => { room_code: string; run_id: string | null }

  /** Notes each sentence before the spool does. */
  readonly #lines: OpenLines

  constructor(options: TellerOptions, address: () => { room_code: string; run_id: string | null }) {
    this.#options = options
    this.#address = address
    this.#lines = new OpenLines({ ...options, room_code: address().room_code })
  }

  readonly speech = (
    state: SpeechState,
    sentence: Sentence,
    { lasts_ms, ...detail }: SpeechDetail = {},
  ): void => {
    if (sentence.play) return this.#played(state, sentence, sentence.play, detail.why, lasts_ms)
    const { speech_id, event_id, text, priority, insert_id } = sentence
    const { clock, spool } = this.#options
    const byHand = insert_id === null ? {} : { insert_id }
    const of = { speech_id, event_id, state, text, priority, ...byHand }
    const item = { type: 'speech', ...this.#address(), at: clock.now(), ...of, ...detail } as const
    this.#lines.note(item)
    spool(item)
  }

  /** A file that a person had inserted. */
  readonly insert = (
    state: PlayState,
    { insert_id, name }: { insert_id: string; name: string },
    why?: string,
    ms?: number,
  ): void => {
    this.#options.spool({ type: 'insert', ...this.#about(state, name, why, ms), insert_id })
  }

  /** What a rule had the stage do. */
  readonly effect = (
    state: PlayState,
    { name, ...news }: EffectNews,
    why?: string,
    ms?: number,
  ): void => {
    const cause = news.cause.slice(0, 100)
    this.#options.spool({ type: 'effect', ...this.#about(state, name, why, ms), ...news, cause })
  }

  #played(
    state: SpeechState,
    { insert_id, text: name, cause, event_id }: Sentence,
    { effect }: Playing,
    why: string | undefined,
    ms: number | undefined,
  ): void {
    if (insert_id !== null) {
      this.insert(STATES[state], { insert_id, name }, why, ms)
      if (!GOES_ON.includes(state)) this.#options.over?.(insert_id)
    } else if (effect) this.effect(STATES[state], { ...effect, name, cause, event_id }, why, ms)
  }

  #about(state: PlayState, name: string, why: string | undefined, ms: number | undefined) {
    return {
      ...this.#address(),
      at: this.#options.clock.now(),
      state,
      name: name.slice(0, 100),
      ...(ms !== undefined && { ms }),
      ...(why !== undefined && { why: why.slice(0, 200) }),
    }
  }

  readonly note = (level: Note['level'], { zh, en }: Words, alarm?: Note['alarm']): void => {
    const { log, clock, spool } = this.#options
    log[level]({ room: this.#address().room_code }, zh)
    const [text, text_en] = [zh.slice(0, 2000), en.slice(0, 2000)]
    const both = text === text_en ? { text } : { text, text_en }
    spool({ type: 'log', ...this.#address(), at: clock.now(), level, ...both, alarm })
  }
}
