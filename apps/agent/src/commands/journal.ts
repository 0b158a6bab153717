import { KeptFile } from '#disk/kept-file.ts'
import { readJson } from '#disk/json-file.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

export interface Outcome {
  state: 'done' | 'failed'
  detail: string | null
}

const KEPT = 500

/** The outcomes of the last commands: a repeated command is answered from here, not carried out again. */
export class Journal {
  readonly #outcomes = new Map<string, Outcome>()
  readonly #file: KeptFile

  private constructor(path: string, time: Time, log: Log) {
    this.#file = new KeptFile({ path, value: () => [...this.#outcomes], ms: 0, time, log })
  }

  static async open(path: string, { time, log }: { time: Time; log: Log }): Promise<Journal> {
    const journal = new Journal(path, time, log)
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

  /** Resolves when it is on the disk, or when writing has failed, which is logged. */
  async add(id: string, outcome: Outcome): Promise<void> {
    this.#outcomes.set(id, outcome)
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= KEPT) break
      this.#outcomes.delete(oldest)
    }
    await this.#file.save()
  }
}
