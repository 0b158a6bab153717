import type { Piece } from '@kaibo/contract/stage/clip.schema.ts'

/** A piece with the instant at which it begins, in seconds of the sound's clock. */
export interface Timed {
  piece: Piece
  /** Where it begins in the whole sentence, in UTF-16 units. */
  place: number
  begins: number
}

interface Told {
  began: () => void
  /** After so many milliseconds, with the gaps in which a piece was waited for. */
  ended: (ms: number) => void
  failed: (why: string) => void
}

/** Time between planning a sound and hearing it, so that it is not cut. */
const LEAD_S = 0.05

/** The sound of one sentence: its pieces one after the other, also those that come while it sounds. */
export class SpokenPieces {
  readonly timed: Timed[] = []
  readonly #context: AudioContext
  readonly #output: AudioNode
  readonly #told: Told
  readonly #sources: AudioBufferSourceNode[] = []
  #planned: Promise<void> = Promise.resolve()
  #left: number
  #place = 0
  #endsAt = 0
  #isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(context: AudioContext, output: AudioNode, { of, ...told }: Told & { of: number }) {
    this.#context = context
    this.#output = output
    this.#left = of
    this.#told = told
  }

  /** A piece sounds at this instant. */
  get isOn(): boolean {
    const at = this.#context.currentTime
    return at < this.#endsAt && at >= (this.timed[0]?.begins ?? Infinity)
  }

  /** Fetched at once, and heard in order. */
  add(pieces: readonly Piece[]): void {
    for (const piece of pieces) {
      const sound = this.#soundOf(piece)
      sound.catch(() => {})
      this.#planned = this.#planned.then(async () => this.#plan(piece, await sound))
    }
    this.#planned.catch((error: unknown) => {
      if (!this.#isOver) this.#told.failed(String(error))
    })
  }

  stop(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
    for (const source of this.#sources) source.stop()
  }

  /** One that is only to be read is silence. */
  async #soundOf({ url, ms }: Piece): Promise<AudioBuffer> {
    const { sampleRate } = this.#context
    if (url === '')
      return this.#context.createBuffer(1, Math.ceil((ms / 1_000) * sampleRate), sampleRate)
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${answer.status}`)
    return this.#context.decodeAudioData(await answer.arrayBuffer())
  }

  #plan(piece: Piece, buffer: AudioBuffer): void {
    if (this.#isOver) return
    const begins = Math.max(this.#endsAt, this.#context.currentTime + LEAD_S)
    const source = new AudioBufferSourceNode(this.#context, { buffer })
    source.connect(this.#output)
    source.start(begins)
    this.#sources.push(source)
    if (this.timed.length === 0) this.#timer = setTimeout(() => this.#told.began(), LEAD_S * 1_000)
    this.timed.push({
      piece: { ...piece, ms: buffer.duration * 1_000 },
      place: this.#place,
      begins,
    })
    this.#place += piece.text.length
    this.#endsAt = begins + buffer.duration
    this.#left -= 1
    if (this.#left === 0) source.addEventListener('ended', () => this.#end())
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#told.ended((this.#endsAt - (this.timed[0]?.begins ?? 0)) * 1_000)
  }
}
