import type { Via } from '@kaibo/contract/agent/played.schema.ts'
import type { Piece } from '@kaibo/contract/stage/clip.schema.ts'
import { durationOf } from '@kaibo/rules/duration.ts'
import type { Time } from '#time/time.ts'
import type { Sentence } from '#talk/queue.ts'
import type { Told } from '#talk/mouth.ts'
import type { Clip, Part, StageVoice } from './around.ts'
import type { StageFrame } from './language.ts'
import type { StagePage } from './stage-page.ts'
import type { Turn } from './turn.ts'

interface UtteranceOptions {
  time: Time
  /** Nothing where it is not to be tried now. */
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
  served: (sound: Clip['sound']) => string
}

/** A voice that has not begun in this time, with all that it tries, leaves it to the subtitle. */
const FIRST_WITHIN_MS = 4_000
/** A page that does not begin, or not end, in this time beside the sentence's own does not play it. */
const LATE_MS = 3_000
/** Below this nothing is heard. */
const AUDIBLE_RMS = 0.003

/** A piece that viewers only read: nothing could make it. */
type Shown = Omit<Clip, 'sound'> & { sound: Clip['sound'] | null }

/** A sentence that a stage says: made by the voice piece by piece, played by a page, and by the next page where that one goes. */
export class Utterance implements Turn {
  readonly told: Told
  readonly #sentence: Sentence
  readonly #options: UtteranceOptions
  readonly #since: number
  /** What of it is made; nothing while its beginning is not. */
  #clips: Shown[] | undefined
  /** Its pieces that are not made yet. */
  #rest: readonly Part[] = []
  #page: StagePage | undefined
  /** The one that plays it as soon as all of it is made. */
  #waiting: StagePage | undefined
  #hasBegun = false
  /** From its turn to its first sound; nothing before that. */
  #firstMs: number | undefined
  /** It goes on without a page. */
  #isSilent = false
  #isOver = false
  #cancel: () => void = () => {}
  #cancelPiece: () => void = () => {}

  constructor(sentence: Sentence, options: UtteranceOptions) {
    this.#sentence = sentence
    this.#options = options
    this.told = options.told
    this.#since = options.time.elapsed()
  }

  /** Done when it can be given to a page; the rest of it is made meanwhile. */
  async begin(): Promise<void> {
    const { text, piece } = this.#sentence
    const [first, ...rest] = this.#options.voice?.speak(text, piece) ?? []
    const clip = first && (await this.#inTime(first, FIRST_WITHIN_MS))
    this.#clips = clip ? [clip] : []
    if (!clip || rest.length === 0) return
    this.#rest = rest
    void this.#follow()
  }

  /** The page that is to say it; without one it is waited for, and then gone on without. */
  give(page: StagePage | undefined): void {
    const isWanted = !this.#isOver && !this.#isSilent && this.#clips !== undefined
    if (!isWanted || (page && page === this.#page)) return
    this.#cancel()
    this.#page?.send({ type: 'hush' })
    this.#page = undefined
    this.#waiting = page
    this.#hasBegun = false
    if (page && !page.takesMore && this.#rest.length > 0) return
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
    this.#hasBegun = true
    this.#awaitEnd()
    if (this.#firstMs !== undefined) return
    this.#firstMs = this.#options.time.elapsed() - this.#since
    this.told.speaking()
  }

  /** Breaks it off; nothing more is told. */
  drop(): void {
    this.#isOver = true
    this.#cancel()
    this.#cancelPiece()
    this.#page?.send({ type: 'hush' })
  }

  /** Has the page say each further piece as it is made; one that is not made in time is only shown. */
  async #follow(): Promise<void> {
    for (const part of this.#rest) {
      const { text } = part
      const clip = await this.#inTime(part, this.#ms + FIRST_WITHIN_MS)
      if (this.#isOver) return
      const shown = clip ?? { text, sound: null, ms: durationOf(text), marks: null, via: 'none' }
      this.#clips?.push(shown)
      this.#rest = this.#rest.slice(1)
      const { speech_id } = this.#sentence
      this.#page?.send({ type: 'more', speech_id, pieces: [this.#asPiece(shown)] })
    }
    if (this.#hasBegun) this.#awaitEnd()
    if (!this.#page) this.give(this.#waiting)
  }

  /** Nothing where it is not made by then, or not at all. */
  #inTime({ clip }: Part, ms: number): Promise<Clip | undefined> {
    return new Promise((resolve) => {
      const cancel = this.#options.time.after(ms, () => resolve(undefined))
      this.#cancelPiece = () => {
        cancel()
        resolve(undefined)
      }
      clip.then(resolve, () => resolve(undefined)).finally(cancel)
    })
  }

  /** While pieces are missing it is not the page's fault that it does not end. */
  #awaitEnd(): void {
    this.#cancel()
    if (this.#rest.length > 0) return
    this.#cancel = this.#options.time.after(this.#ms + LATE_MS, () => this.#fail('画面没有播放完'))
  }

  get #ms(): number {
    const clips = this.#clips ?? []
    if (clips.length === 0) return durationOf(this.#sentence.text)
    const missing = this.#rest.reduce((sum, { text }) => sum + durationOf(text), 0)
    return clips.reduce((sum, clip) => sum + clip.ms, missing)
  }

  #asSaid(clips: readonly Shown[]) {
    const { speech_id, text, isHappy, piece } = this.#sentence
    const mood = isHappy ? ({ mood: 'happy' } as const) : {}
    const pieces = clips.map((clip) => this.#asPiece(clip))
    const of = pieces.length + this.#rest.length
    const volume = this.#options.voice?.volumeOf(piece) ?? 1
    return { type: 'say', speech_id, text, pieces, of, volume, ms: this.#ms, ...mood } as const
  }

  #asPiece({ text, ms, marks, sound }: Shown): Piece {
    return { text, ms, marks, url: sound === null ? '' : `clip/${this.#options.served(sound)}` }
  }

  /** The voice of the PC, where it had to help. */
  get #via(): Via {
    const vias = new Set((this.#clips ?? []).map(({ via }) => via))
    return vias.has('embedded') ? 'embedded' : vias.has('server') ? 'server' : 'none'
  }

  #ended(page: StagePage, { ms, rms }: { ms: number; rms: number }): void {
    const via = this.#via
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
    this.#cancelPiece()
    tell()
    this.told.over()
  }
}
