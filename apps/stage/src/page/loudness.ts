/** Samples are looked at this often; a sentence has many. */
const EVERY_MS = 50
const WINDOW = 2_048

/** How loud the page is, as root mean square of 0–1. */
export class Loudness {
  readonly #analyser: AnalyserNode
  readonly #samples = new Float32Array(WINDOW)
  #squares = 0
  #count = 0

  constructor(context: AudioContext) {
    this.#analyser = new AnalyserNode(context, { fftSize: WINDOW })
  }

  get input(): AudioNode {
    return this.#analyser
  }

  now(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    let sum = 0
    for (const sample of this.#samples) sum += sample * sample
    return Math.sqrt(sum / WINDOW)
  }

  /** Whenever it is on, until the answer is called. */
  listen(isOn: () => boolean): () => void {
    this.#squares = 0
    this.#count = 0
    const timer = setInterval(() => {
      if (!isOn()) return
      this.#squares += this.now() ** 2
      this.#count++
    }, EVERY_MS)
    return () => clearInterval(timer)
  }

  /** Since `listen`. */
  average(): number {
    return this.#count === 0 ? 0 : Math.sqrt(this.#squares / this.#count)
  }
}
