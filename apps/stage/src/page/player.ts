import type { ToStage } from '@kaibo/contract/stage/link.schema.ts'
import type { Mouth } from '@kaibo/contract/stage/scene.schema.ts'
import { mouthAt, mouthOfLoudness } from '@kaibo/scene/mouth.ts'
import { litIn } from '@kaibo/scene/subtitle.ts'
import { Loudness } from './loudness.ts'
import { SpokenPieces, type Timed } from './spoken.ts'

type Say = Extract<ToStage, { type: 'say' }>
type More = Extract<ToStage, { type: 'more' }>

export interface Heard {
  began: () => void
  ended: (ms: number, rms: number) => void
  failed: (why: string) => void
}

/** Says sentences: sound, mouth and subtitle by one clock. */
export class Player {
  readonly #context: AudioContext
  readonly #gain: GainNode
  /** As loud as the room's voice is to be. */
  readonly #voice: GainNode
  readonly #loudness: Loudness
  #cancel: () => void = () => {}
  #saying: { text: string; timed: readonly Timed[]; isSilent: boolean } | undefined
  /** What sounds, and the sentence that it is of. */
  #sounding: { speech_id: string; sounds: SpokenPieces } | undefined
  /** When something was heard last, of `performance.now`. */
  #heardAt = performance.now()

  constructor(context: AudioContext) {
    this.#context = context
    this.#gain = context.createGain()
    this.#voice = context.createGain()
    this.#loudness = new Loudness(context)
    this.#voice.connect(this.#gain)
    this.#voice.connect(this.#loudness.input)
    this.#gain.connect(context.destination)
  }

  get isBlocked(): boolean {
    return this.#context.state !== 'running'
  }

  get silentS(): number {
    return Math.round((performance.now() - this.#heardAt) / 1_000)
  }

  mute(isMuted: boolean): void {
    this.#gain.gain.value = isMuted ? 0 : 1
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
    if (said.pieces.length === 0 || this.isBlocked) this.#silently(said, heard)
    else this.#play(said, heard)
  }

  /** What of the sentence is made only now. */
  more({ speech_id, pieces }: More): void {
    if (this.#sounding?.speech_id === speech_id) this.#sounding.sounds.add(pieces)
  }

  /** What shows at this instant; nothing while nobody speaks. */
  now(): { text: string; lit: number; mouth: Mouth } | null {
    const saying = this.#saying
    if (!saying) return null
    const at = this.#clock(saying.isSilent)
    const { piece, place, begins } = saying.timed.findLast((one) => one.begins <= at) ?? {}
    if (!piece || place === undefined || begins === undefined)
      return { text: saying.text, lit: 0, mouth: 'shut' }
    const ms = (at - begins) * 1_000
    return {
      text: saying.text,
      lit: place + litIn(piece, ms),
      mouth: this.#mouthIn(saying, piece, ms),
    }
  }

  #mouthIn({ isSilent }: { isSilent: boolean }, piece: Timed['piece'], ms: number): Mouth {
    if (ms > piece.ms) return 'shut'
    if (piece.marks) return mouthAt(piece.marks, ms)
    // Nothing says what is heard: of a subtitle alone the mouth stays shut
    return isSilent ? 'shut' : mouthOfLoudness(this.#loudness.now())
  }

  /** The sound's clock stands still while a page may not sound. */
  #clock(isSilent: boolean): number {
    return isSilent ? performance.now() / 1_000 : this.#context.currentTime
  }

  #silently({ text, pieces, ms }: Say, heard: Heard): void {
    const whole = pieces.length > 0 ? pieces : [{ text, url: '', ms, marks: null }]
    this.#saying = { text, timed: timedOf(whole, this.#clock(true)), isSilent: true }
    heard.began()
    const timer = setTimeout(() => {
      this.hush()
      heard.ended(ms, 0)
    }, ms)
    this.#cancel = () => clearTimeout(timer)
  }

  #play({ speech_id, text, pieces, of = pieces.length, volume = 1 }: Say, heard: Heard): void {
    const sounds = new SpokenPieces(this.#context, this.#voice, {
      of,
      began: () => {
        this.#heardAt = performance.now()
        heard.began()
      },
      ended: (ms) => this.#finish(ms, heard),
      failed: (why) => heard.failed(why),
    })
    this.#voice.gain.value = volume
    const listened = this.#loudness.listen(() => sounds.isOn)
    this.#cancel = () => {
      sounds.stop()
      listened()
    }
    this.#saying = { text, timed: sounds.timed, isSilent: false }
    this.#sounding = { speech_id, sounds }
    sounds.add(pieces)
  }

  #finish(ms: number, heard: Heard): void {
    const rms = this.#gain.gain.value === 0 ? 0 : this.#loudness.average()
    this.#heardAt = performance.now()
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
