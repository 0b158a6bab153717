import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { writeWhole } from './json-file.ts'

export interface KeptFileOptions {
  path: string
  value: () => unknown
  ms: number
  time: Time
  log: Log
  /** Puts on the disk what the value rests on. Answers whether it is there: if not, the value is not written either. */
  before?: () => Promise<boolean>
}

/** Keeps a file up with a value that changes often: one write at a time, at most one each `ms`. A full disk costs only freshness. */
export class KeptFile {
  readonly #options: KeptFileOptions
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(options: KeptFileOptions) {
    this.#options = options
  }

  touch(): void {
    const { time, ms } = this.#options
    this.#cancel ??= time.after(ms, () => void this.save())
  }

  /** Writes now; resolves when it, and what was being written, has ended. */
  save(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    const { path, log } = this.#options
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => log.warn({ err: error, file: path }, '状态没有写入磁盘'))
    return this.#writing
  }

  async #write(): Promise<void> {
    const { path, value, before } = this.#options
    // Before `before`, which need not cover what comes meanwhile
    const content = JSON.stringify(value())
    if (before && !(await before())) return
    await writeWhole(path, content)
  }
}
