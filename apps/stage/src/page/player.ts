import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Mouth } from '@kaibo/contract/stage/scene.schema.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import { mouthAt, mouthOfLoudness } from '@kaibo/scene/mouth.ts'
import { litIn } from '@kaibo/scene/subtitle.ts'
import type { Mixer } from './mixer.ts'

type Say = Extract<ToStage, { type: 'say' }>

export interface Heard {
  began: () => void
  ended: (ms: number, rms: number) => void
  failed: (why: string) => void
}

/** A piece with the instant at which it begins, in seconds of the sound's clock. */
interface Timed {
  piece: Say['pieces'][number]
  /** Where it begins in the whole sentence, in UTF-16 units. */
  place: number
  begins: number
}

interface Saying {
  text: string
  timed: Timed[]
  endsAt: number
  isSilent: boolean
  isHappy: boolean
}

/** Time between planning a sound and hearing it, so that it is not cut. */
const LEAD_S = 0.05

/** Says sentences: sound, mouth and subtitle by one clock. */
export class Player {
  readonly #mixer: Mixer
  #cancel: () => void = () => {}
  #saying: Saying | undefined

  constructor(mixer: Mixer) {
    this.#mixer = mixer
  }

  /** What is said is broken off; of it nothing more is told. */
  hush(): void {
    this.#cancel()
    this.#cancel = () => {}
    this.#saying = undefined
  }

  say(said: Say, heard: Heard): void {
    this.hush()
    let isOver = false
    const stops: (() => void)[] = []
    this.#cancel = () => {
      isOver = true
      for (const stop of stops) stop()
    }
    const unless = (does: () => void) => () => {
      if (!isOver) does()
    }
    if (said.pieces.length === 0 || this.#mixer.isBlocked)
      return this.#silently(said, heard, stops, unless)
    this.#sounds(said.pieces).then(
      (sounds) => unless(() => this.#play(said, sounds, heard, stops, unless))(),
      (error: unknown) => unless(() => heard.failed(String(error)))(),
    )
  }

  /** What shows at this instant; nothing while nobody speaks. */
  now(): Instant['said'] {
    const saying = this.#saying
    if (!saying) return null
    const at = this.#clock(saying.isSilent)
    const { piece, place, begins } = saying.timed.findLast((one) => one.begins <= at) ?? {}
    if (!piece || place === undefined || begins === undefined)
      return { text: saying.text, lit: 0, mouth: 'shut', isHappy: saying.isHappy }
    const ms = (at - begins) * 1_000
    return {
      text: saying.text,
      lit: place + litIn(piece, ms),
      mouth: this.#mouthIn(saying, piece, ms),
      isHappy: saying.isHappy,
    }
  }

  #mouthIn({ isSilent }: { isSilent: boolean }, piece: Timed['piece'], ms: number): Mouth {
    if (ms > piece.ms) return 'shut'
    if (piece.marks) return mouthAt(piece.marks, ms)
    // Nothing says what is heard: of a subtitle alone the mouth stays shut
    return isSilent ? 'shut' : mouthOfLoudness(this.#mixer.loudness.now())
  }

  /** The sound's clock stands still while a page may not sound. */
  #clock(isSilent: boolean): number {
    return isSilent ? performance.now() / 1_000 : this.#mixer.context.currentTime
  }

  #silently(
    { text, pieces, ms, mood }: Say,
    heard: Heard,
    stops: (() => void)[],
    unless: (does: () => void) => () => void,
  ): void {
    const begins = this.#clock(true)
    const whole = pieces.length > 0 ? pieces : [{ text, url: '', ms, marks: null }]
    this.#saying = {
      text,
      timed: timedOf(whole, begins),
      endsAt: begins + ms / 1_000,
      isSilent: true,
      isHappy: mood === 'happy',
    }
    heard.began()
    const timer = setTimeout(
      unless(() => {
        this.hush()
        heard.ended(ms, 0)
      }),
      ms,
    )
    stops.push(() => clearTimeout(timer))
  }

  #sounds(pieces: Say['pieces']): Promise<AudioBuffer[]> {
    return Promise.all(
      pieces.map(async ({ url }) => {
        const answer = await fetch(url)
        if (!answer.ok) throw new Error(`${answer.status}`)
        return this.#mixer.context.decodeAudioData(await answer.arrayBuffer())
      }),
    )
  }

  #play(
    { text, pieces, mood }: Say,
    sounds: readonly AudioBuffer[],
    heard: Heard,
    stops: (() => void)[],
    unless: (does: () => void) => () => void,
  ): void {
    const begins = this.#mixer.context.currentTime + LEAD_S
    const exact = pieces.map((piece, index) => ({
      ...piece,
      ms: (sounds[index]?.duration ?? 0) * 1_000,
    }))
    const ms = exact.reduce((sum, one) => sum + one.ms, 0)
    const endsAt = begins + ms / 1_000
    const isHappy = mood === 'happy'
    this.#saying = { text, timed: timedOf(exact, begins), endsAt, isSilent: false, isHappy }
    this.#mixer.loudness.begin(endsAt)
    let at = begins
    sounds.forEach((buffer, index) => {
      const source = new AudioBufferSourceNode(this.#mixer.context, { buffer })
      source.connect(this.#mixer.voice)
      source.connect(this.#mixer.loudness.input)
      source.start(at)
      at += buffer.duration
      stops.push(() => source.stop())
      if (index === sounds.length - 1)
        source.addEventListener(
          'ended',
          unless(() => this.#finish(ms, heard)),
        )
    })
    const timer = setTimeout(
      unless(() => {
        this.#mixer.sounds()
        heard.began()
      }),
      LEAD_S * 1_000,
    )
    stops.push(() => clearTimeout(timer))
  }

  #finish(ms: number, heard: Heard): void {
    const { rms } = this.#mixer
    this.#mixer.sounds()
    this.hush()
    heard.ended(ms, rms)
  }
}

function timedOf(pieces: Say['pieces'], begins: number): Timed[] {
  let [place, at] = [0, begins]
  return pieces.map((piece) => {
    const timed = { piece, place, begins: at }
    place += piece.text.length
    at += piece.ms / 1_000
    return timed
  })
}
