import {
  MAX_RECORDING_MS,
  PIECE_MS,
  RECORDED_BITS,
  RECORDING_TYPE,
} from '@kaibo/contract/stage/recording.schema.ts'
import { FilmCopy } from './film-copy.ts'
import type { Mixer } from './mixer.ts'

const FPS = 30
const TYPE = `${RECORDING_TYPE};codecs=vp8,opus`
const AGAIN_MS = 1_000
/** A browser wants a click before anything sounds; without it the recording is silent. */
const PATIENCE_MS = 10_000
/** Of pieces that the PC client does not take, so many are kept for it: half a minute. */
const MOST_WAITING = 30

interface Piece {
  seq: number
  ms: number
  body: Blob
}

/** Records what viewers see and hear, and gives it to the PC client piece by piece. */
export class Recorder {
  readonly #canvas: HTMLCanvasElement
  readonly #mixer: Mixer
  #end: () => void = () => {}

  constructor(canvas: HTMLCanvasElement, mixer: Mixer) {
    this.#canvas = canvas
    this.#mixer = mixer
  }

  /** In place of what it records now; nothing: no more. */
  record(recording_id: string | null): void {
    this.#end()
    this.#end = () => {}
    if (recording_id !== null) void this.#beginHeard(recording_id)
  }

  async #beginHeard(recording_id: string): Promise<void> {
    let isOver = false
    this.#end = () => void (isOver = true)
    await this.#mixer.unblocked(PATIENCE_MS)
    if (!isOver) this.#end = this.#begin(recording_id)
  }

  #begin(recording_id: string): () => void {
    const copy = new FilmCopy(this.#canvas, FPS)
    const { stream } = copy
    const sound = this.#mixer.tap()
    // A track that has no sound yet would hold up the pictures
    if (!this.#mixer.isBlocked)
      for (const track of sound.stream.getAudioTracks()) stream.addTrack(track)
    const recorder = new MediaRecorder(stream, {
      mimeType: TYPE,
      videoBitsPerSecond: RECORDED_BITS,
    })
    const queue = new Pieces(recording_id)
    const begun = performance.now()
    recorder.addEventListener('dataavailable', ({ data }) => {
      const ms = Math.round(performance.now() - begun)
      if (data.size > 0 && !queue.add({ ms, body: data })) recorder.stop()
    })
    recorder.addEventListener('stop', () => {
      clearTimeout(longest)
      this.#mixer.untap(sound)
      copy.end()
    })
    const stop = () => recorder.state !== 'inactive' && recorder.stop()
    const longest = setTimeout(stop, MAX_RECORDING_MS)
    recorder.start(PIECE_MS)
    return stop
  }
}

/** Pieces on their way to the PC client, one after the other. */
class Pieces {
  readonly #path: string
  readonly #waiting: Piece[] = []
  #last = 0
  #isSending = false
  #isOver = false

  constructor(recording_id: string) {
    this.#path = `recording/${recording_id}/`
  }

  /** False where no more are taken. */
  add(piece: Omit<Piece, 'seq'>): boolean {
    if (this.#isOver || this.#waiting.length >= MOST_WAITING) return false
    this.#waiting.push({ ...piece, seq: ++this.#last })
    if (!this.#isSending) void this.#send()
    return true
  }

  async #send(): Promise<void> {
    this.#isSending = true
    for (let piece = this.#waiting[0]; piece && !this.#isOver; piece = this.#waiting[0]) {
      const status = await this.#put(piece)
      if (status >= 400) this.#isOver = true
      else if (status > 0) this.#waiting.shift()
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
    }
    this.#isSending = false
  }

  /** 0 where nobody answers. */
  async #put({ seq, ms, body }: Piece): Promise<number> {
    try {
      const answer = await fetch(`${this.#path}${seq}?ms=${ms}`, { method: 'PUT', body })
      return answer.status
    } catch {
      return 0
    }
  }
}
