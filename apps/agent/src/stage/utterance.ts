import type { Piece } from '@kaibo/contract/stage/clip.schema.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import type { Time } from '#time/time.ts'
import type { Sentence } from '#talk/queue.ts'
import type { Told } from '#talk/mouth.ts'
import type { Clip, StageVoice } from './around.ts'
import type { StageFrame } from './language.ts'
import type { StagePage } from './stage-page.ts'
import type { Turn } from './turn.ts'

interface UtteranceOptions {
  time: Time
  voice: StageVoice | undefined
  told: Told
  isMuted: () => boolean
  /** There is a voice, though it may not work at present. */
  expectsVoice: boolean
  /** Whether viewers heard it; told only where there is a voice and a page that can be heard. */
  heard: (isHeard: boolean) => void
  /** Goes on without a page; answers how that is broken off. */
  silently: () => () => void
  /** Makes a clip fetchable; answers its id. */
  served: (path: string) => string
}

/** After so long only the subtitle says it. */
const CLIP_WITHIN_MS = 2_500
/** A page that does not begin, or not end, in this time beside the sentence's own does not play it. */
const LATE_MS = 3_000
/** Below this nothing is heard. */
const AUDIBLE_RMS = 0.003

/** A sentence that a stage says: made by the voice, played by a page, and by the next page where that one goes. */
export class Utterance implements Turn {
  readonly told: Told
  readonly #sentence: Sentence
  readonly #options: UtteranceOptions
  readonly #since: number
  #clips: readonly Clip[] | undefined
  #page: StagePage | undefined
  /** From its turn to its first sound; nothing before that. */
  #firstMs: number | undefined
  /** It goes on without a page. */
  #isSilent = false
  #isOver = false
  #cancel: () => void = () => {}

  constructor(sentence: Sentence, options: UtteranceOptions) {
    this.#sentence = sentence
    this.#options = options
    this.told = options.told
    this.#since = options.time.elapsed()
  }

  /** Done when it can be given to a page. */
  async begin(): Promise<void> {
    const { voice, time } = this.#options
    if (!voice?.available) return void (this.#clips = [])
    const tooLate = new Promise<Clip[]>((resolve) => {
      this.#cancel = time.after(CLIP_WITHIN_MS, () => resolve([]))
    })
    this.#clips = await Promise.race([voice.clips(this.#sentence.text).catch(() => []), tooLate])
    this.#cancel()
  }

  /** The page that is to say it; without one it is waited for, and then gone on without. */
  give(page: StagePage | undefined): void {
    const isWanted = !this.#isOver && !this.#isSilent && this.#clips !== undefined
    if (!isWanted || (page && page === this.#page)) return
    this.#cancel()
    this.#page?.send({ type: 'hush' })
    this.#page = page
    page?.send(this.#asSaid(this.#clips ?? []))
    this.#cancel = this.#options.time.after(LATE_MS, () => {
      if (this.#page) return this.#fail('画面没有开始播放')
      this.#isSilent = true
      this.#cancel = this.#options.silently()
    })
  }

  heard(page: StagePage, frame: Extract<StageFrame, { speech_id: string }>): void {
    if (this.#isOver || page !== this.#page || frame.speech_id !== this.#sentence.speech_id) return
    if (frame.type === 'failed') return this.#fail(frame.why)
    if (frame.type === 'ended') return this.#ended(page, frame)
    this.#cancel()
    this.#cancel = this.#options.time.after(this.#ms + LATE_MS, () => this.#fail('画面没有播放完'))
    if (this.#firstMs !== undefined) return
    this.#firstMs = this.#options.time.elapsed() - this.#since
    this.told.speaking()
  }

  /** Breaks it off; nothing more is told. */
  drop(): void {
    this.#isOver = true
    this.#cancel()
    this.#page?.send({ type: 'hush' })
  }

  get #ms(): number {
    const ms = (this.#clips ?? []).reduce((sum, clip) => sum + clip.ms, 0)
    return ms > 0 ? ms : durationOf(this.#sentence.text)
  }

  #asSaid(clips: readonly Clip[]) {
    const { speech_id, text, isHappy } = this.#sentence
    const pieces = clips.map(({ path, ...clip }): Piece => {
      return {
        text: clip.text,
        ms: clip.ms,
        marks: clip.marks,
        url: `clip/${this.#options.served(path)}`,
      }
    })
    const mood = isHappy ? ({ mood: 'happy' } as const) : {}
    return { type: 'say', speech_id, text, pieces, ms: this.#ms, ...mood } as const
  }

  #ended(page: StagePage, { ms, rms }: { ms: number; rms: number }): void {
    const via = this.#clips && this.#clips.length > 0 ? 'embedded' : 'none'
    const heard = via !== 'none' && this.#isAudible(page) && rms > AUDIBLE_RMS
    this.#tellHeard(page, heard)
    const first_ms = Math.round(this.#firstMs ?? 0)
    this.#end(() => this.told.spoken({ via, ms: Math.round(ms), first_ms, rms, heard }))
  }

  #fail(why: string): void {
    this.#page?.send({ type: 'hush' })
    if (this.#page) this.#tellHeard(this.#page, false)
    this.#end(() => this.told.failed(why))
  }

  #isAudible({ audio }: StagePage): boolean {
    return audio === 'ok' && !this.#options.isMuted()
  }

  #tellHeard(page: StagePage, isHeard: boolean): void {
    const { expectsVoice, heard } = this.#options
    if (expectsVoice && this.#isAudible(page)) heard(isHeard)
  }

  #end(tell: () => void): void {
    this.#isOver = true
    this.#cancel()
    tell()
    this.told.over()
  }
}
