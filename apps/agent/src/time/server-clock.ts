import type { Time } from './time.ts'

/**
 * The server's time as far as it is known: a PC whose clock is off must not shift income to another day. Until the first
 * `welcome` it is the PC's own.
 */
export class ServerClock {
  readonly #time: Time
  /** How far the PC is behind the server, in milliseconds. */
  #offset = 0

  constructor(time: Time) {
    this.#time = time
  }

  now(): number {
    return this.#time.now() + this.#offset
  }

  learn(serverTime: number): void {
    this.#offset = serverTime - this.#time.now()
  }
}
