import { readJson, writeJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'

export interface Outcome {
  state: 'done' | 'failed'
  detail: string | null
}

const KEPT = 500

/** What became of the last commands: one that comes again is answered, not done again. */
export class Journal {
  readonly #path: string
  readonly #outcomes = new Map<string, Outcome>()

  private constructor(path: string) {
    this.#path = path
  }

  static async open(path: string): Promise<Journal> {
    const journal = new Journal(path)
    const stored = await readJson(path)
    for (const entry of Array.isArray(stored) ? stored : []) {
      const [id, outcome] = Array.isArray(entry) ? entry : []
      if (typeof id === 'string' && isRecord(outcome))
        journal.#outcomes.set(id, {
          state: outcome['state'] === 'done' ? 'done' : 'failed',
          detail: typeof outcome['detail'] === 'string' ? outcome['detail'] : null,
        })
    }
    return journal
  }

  get(id: string): Outcome | undefined {
    return this.#outcomes.get(id)
  }

  async add(id: string, outcome: Outcome): Promise<void> {
    this.#outcomes.set(id, outcome)
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= KEPT) break
      this.#outcomes.delete(oldest)
    }
    await writeJson(this.#path, [...this.#outcomes])
  }
}
