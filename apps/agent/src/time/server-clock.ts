import type { Time } from './time.ts'

/**
 * The server's time, so that a PC whose clock is wrong or is changed does not shift income to another day. Until the first
 * `welcome` it is the PC's own time.
 */
export class ServerClock {
  readonly #time: Time
  /** The server's time when nothing had elapsed here. */
  #began: number | undefined

  constructor(time: Time) {
    this.#time = time
  }

  now(): number {
    if (this.#began === undefined) return this.#time.now()
    // An instant on the wire is an integer
    return Math.round(this.#began + this.#time.elapsed())
  }

  /** How long ago that was, by the server; nothing while its time is not known, because the PC's own may be far off. */
  ageOf(at: number): number | undefined {
    return this.#began === undefined ? undefined : this.now() - at
  }

  learn(serverTime: number): void {
    this.#began = serverTime - this.#time.elapsed()
  }
}
