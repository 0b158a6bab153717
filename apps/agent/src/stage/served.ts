import { randomUUID } from 'node:crypto'
import type { Clip } from './around.ts'

/** Of more clips no page has any left to fetch. */
const MOST_SERVED = 200

/** The clips that pages were told of, by addresses that nobody guesses. */
export class Served {
  readonly #sounds = new Map<string, Clip['sound']>()

  add(sound: Clip['sound']): string {
    const id = randomUUID()
    this.#sounds.set(id, sound)
    const [oldest] = this.#sounds.keys()
    if (this.#sounds.size > MOST_SERVED && oldest !== undefined) this.#sounds.delete(oldest)
    return id
  }

  get(id: string): Clip['sound'] | undefined {
    return this.#sounds.get(id)
  }
}
