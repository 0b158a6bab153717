import { randomUUID } from 'node:crypto'

/** Of more clips no page has any left to fetch. */
const MOST_SERVED = 200

/** The clips that pages were told of, by addresses that nobody guesses. */
export class Served {
  readonly #paths = new Map<string, string>()

  add(path: string): string {
    const id = randomUUID()
    this.#paths.set(id, path)
    const [oldest] = this.#paths.keys()
    if (this.#paths.size > MOST_SERVED && oldest !== undefined) this.#paths.delete(oldest)
    return id
  }

  get(id: string): string | undefined {
    return this.#paths.get(id)
  }
}
