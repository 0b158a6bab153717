import type { Time } from '#time/time.ts'
import type { Playing } from '#talk/playing.ts'
import { NO_STAGE, type Told } from '#talk/mouth.ts'
import type { StageFrame } from './language.ts'
import type { StagePage } from './stage-page.ts'
import type { Turn } from './turn.ts'

interface PlaybackOptions {
  time: Time
  told: Told
  /** Viewers hear or see something. */
  heard: () => void
}

/** A page that does not begin in this time, or ends so much later than the file does, does not play it. */
const LATE_MS = 5_000
/** Of a file that does not say how long it is. */
const LONGEST_MS = 4 * 3_600_000

/** A file that a stage plays. Where its page goes, the next one plays it from the beginning. */
export class Playback implements Turn {
  readonly #insert_id: string
  readonly #playing: Playing
  readonly #options: PlaybackOptions
  #page: StagePage | undefined
  #hasBegun = false
  #isOver = false
  #cancel: () => void = () => {}

  constructor(insert_id: string, playing: Playing, options: PlaybackOptions) {
    this.#insert_id = insert_id
    this.#playing = playing
    this.#options = options
  }

  give(page: StagePage | undefined): void {
    if (this.#isOver || (page && page === this.#page)) return
    this.#cancel()
    this.#stop()
    this.#page = page
    const { kind, url, volume } = this.#playing
    page?.send({ type: 'play', insert_id: this.#insert_id, url, kind, volume })
    const why = page ? NOT_BEGUN : this.#hasBegun ? GONE : NO_STAGE
    this.#cancel = this.#options.time.after(LATE_MS, () => this.#fail(why))
  }

  heard(page: StagePage, frame: Extract<StageFrame, { speech_id: string }>): void {
    if (this.#isOver || page !== this.#page || frame.speech_id !== this.#insert_id) return
    if (frame.type === 'failed') return this.#fail(frame.why)
    if (frame.type === 'began') return this.#began(frame.ms ?? LONGEST_MS)
    const { ms, rms } = frame
    this.#end(() => this.#options.told.spoken({ via: 'none', ms, first_ms: 0, rms, heard: true }))
  }

  /** The page goes on: viewers are not without sound. */
  goesOn(): void {
    if (this.#hasBegun && !this.#isOver) this.#options.heard()
  }

  drop(): void {
    this.#isOver = true
    this.#cancel()
    this.#stop()
  }

  #began(ms: number): void {
    const { time, told, heard } = this.#options
    this.#cancel()
    this.#cancel = time.after(ms + LATE_MS, () => this.#fail(NOT_ENDED))
    heard()
    if (this.#hasBegun) return
    this.#hasBegun = true
    told.speaking(ms)
  }

  #fail(why: string): void {
    this.#stop()
    this.#end(() => this.#options.told.failed(why))
  }

  #stop(): void {
    this.#page?.send({ type: 'stop', insert_id: this.#insert_id })
  }

  #end(tell: () => void): void {
    this.#isOver = true
    this.#cancel()
    tell()
    this.#options.told.over()
  }
}

const GONE = '画面断开，没有播完'
const NOT_BEGUN = '画面没有开始播放'
const NOT_ENDED = '画面没有播放完'
