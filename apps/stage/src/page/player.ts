import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Mouth } from '@kaibo/contract/stage/scene.schema.ts'
import type { Instant } from '@kaibo/scene/paint.ts'
import { mouthAt, mouthOfLoudness } from '@kaibo/scene/mouth.ts'
import { litIn } from '@kaibo/scene/subtitle.ts'
import type { Mixer } from './mixer.ts'
import { SpokenPieces, type Timed } from './spoken.ts'

type Say = Extract<ToStage, { type: 'say' }>
type More = Extract<ToStage, { type: 'more' }>

export interface Heard {
  began: () => void
  ended: (ms: number, rms: number) => void
  failed: (why: string) => void
}

interface Saying {
  text: string
  timed: readonly Timed[]
  isSilent: boolean
  isHappy: boolean
}

/** Says sentences: sound, mouth and subtitle by one clock. */
export class Player {
  readonly #mixer: Mixer
  /** As loud as the room's voice is to be. */
  readonly #voice: GainNode
  #cancel: () => void = () => {}
  #saying: Saying | undefined
  /** What sounds, and the sentence that it is of. */
  #sounding: { speech_id: string; sounds: SpokenPieces } | undefined

  constructor(mixer: Mixer) {
    this.#mixer = mixer
    this.#voice = mixer.context.createGain()
    this.#voice.connect(mixer.voice)
    this.#voice.connect(mixer.loudness.input)
  }

  /** What is said is broken off; of it nothing more is told. */
  hush(): void {
    this.#cancel()
    this.#cancel = () => {}
    this.#saying = undefined
    this.#sounding = undefined
  }

  say(said: Say, heard: Heard): void {
    this.hush()
    if (said.pieces.length === 0 || this.#mixer.isBlocked) this.#silently(said, heard)
    else this.#play(said, heard)
  }

  /** What of the sentence is made only now. */
  more({ speech_id, pieces }: More): void {
    if (this.#sounding?.speech_id === speech_id) this.#sounding.sounds.add(pieces)
  }

  /** What shows at this instant; nothing while nobody speaks. */
  now(): Instant['said'] {
    const saying = this.#saying
    if (!saying) return null
    const at = this.#clock(saying.isSilent)
    const { piece, place, begins } = saying.timed.findLast((one) => one.begins <= at) ?? {}
    const { text, isHappy } = saying
    if (!piece || place === undefined || begins === undefined)
      return { text, lit: 0, mouth: 'shut', isHappy }
    const ms = (at - begins) * 1_000
    return {
      text,
      isHappy,
      lit: place + litIn(piece, ms),
      mouth: this.#mouthIn(saying, piece, ms),
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

  #silently({ text, pieces, ms, mood }: Say, heard: Heard): void {
    const whole = pieces.length > 0 ? pieces : [{ text, url: '', ms, marks: null }]
    const timed = timedOf(whole, this.#clock(true))
    this.#saying = { text, timed, isSilent: true, isHappy: mood === 'happy' }
    heard.began()
    const timer = setTimeout(() => {
      this.hush()
      heard.ended(ms, 0)
    }, ms)
    this.#cancel = () => clearTimeout(timer)
  }

  #play(
    { speech_id, text, pieces, of = pieces.length, volume = 1, mood }: Say,
    heard: Heard,
  ): void {
    const sounds = new SpokenPieces(this.#mixer.context, this.#voice, {
      of,
      began: () => {
        this.#mixer.sounds()
        heard.began()
      },
      ended: (ms) => this.#finish(ms, heard),
      failed: (why) => heard.failed(why),
    })
    this.#voice.gain.value = volume
    const listened = this.#mixer.loudness.listen(() => sounds.isOn)
    this.#cancel = () => {
      sounds.stop()
      listened()
    }
    this.#saying = { text, timed: sounds.timed, isSilent: false, isHappy: mood === 'happy' }
    this.#sounding = { speech_id, sounds }
    sounds.add(pieces)
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
