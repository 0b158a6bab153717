import { RECORDED_SIZE } from '@kaibo/contract/stage/recording.schema.ts'

/** The stage as it is recorded: smaller, and never see-through, which a recorder would store as a second film. */
export class FilmCopy {
  readonly stream: MediaStream
  readonly #from: HTMLCanvasElement
  readonly #context: CanvasRenderingContext2D
  readonly #everyMs: number
  #lastAt = 0
  #request = 0

  constructor(from: HTMLCanvasElement, fps: number) {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, RECORDED_SIZE)
    const context = canvas.getContext('2d', { alpha: false })
    if (!context) throw new Error('no canvas')
    this.#from = from
    this.#context = context
    this.#everyMs = 1_000 / fps
    this.stream = canvas.captureStream(fps)
    this.#draw(performance.now())
  }

  end(): void {
    cancelAnimationFrame(this.#request)
    for (const track of this.stream.getTracks()) track.stop()
  }

  #draw(now: number): void {
    this.#request = requestAnimationFrame((next) => this.#draw(next))
    if (now - this.#lastAt < this.#everyMs) return
    this.#lastAt = now
    const { width, height } = RECORDED_SIZE
    this.#context.drawImage(this.#from, 0, 0, width, height)
  }
}
