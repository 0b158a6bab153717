import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import type { Log } from '#log/log.ts'
import type { SpeechDetail, SpeechState } from '#talk/anchor.ts'
import type { Sentence } from '#talk/queue.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Note } from './notes.ts'
import { OpenLines } from './open-lines.ts'

interface TellerOptions {
  log: Log
  clock: Pick<ServerClock, 'now'>
  spool: (item: SpoolItem) => void
  folder: string
  time: Time
}

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
    { speech_id, event_id, text, priority, insert_id }: Sentence,
    detail: SpeechDetail = {},
  ): void => {
    const { clock, spool } = this.#options
    const byHand = insert_id === null ? {} : { insert_id }
    const of = { speech_id, event_id, state, text, priority, ...byHand }
    const item = { type: 'speech', ...this.#address(), at: clock.now(), ...of, ...detail } as const
    this.#lines.note(item)
    spool(item)
  }

  readonly note = (level: Note['level'], { zh, en }: Words, alarm?: Note['alarm']): void => {
    const { log, clock, spool } = this.#options
    log[level]({ room: this.#address().room_code }, zh)
    const [text, text_en] = [zh.slice(0, 2000), en.slice(0, 2000)]
    const both = text === text_en ? { text } : { text, text_en }
    spool({ type: 'log', ...this.#address(), at: clock.now(), level, ...both, alarm })
  }
}
