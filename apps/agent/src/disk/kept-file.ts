import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { writeWhole } from './json-file.ts'

export interface KeptFileOptions {
  path: string
  value: () => unknown
  ms: number
  time: Time
  log: Log
  /** Writes to the disk what the value depends on. Answers whether that succeeded; if not, the value is not written either. */
  before?: () => Promise<boolean>
}

/** Keeps a file up to date with a value that changes often: one write at a time, at most one each `ms`. On a full disk it stays old. */
export class KeptFile {
  readonly #options: KeptFileOptions
  #cancel: (() => void) | undefined
  #writing: Promise<boolean> = Promise.resolve(true)

  constructor(options: KeptFileOptions) {
    this.#options = options
  }

  touch(): void {
    const { time, ms } = this.#options
    this.#cancel ??= time.after(ms, () => void this.save())
  }

  /** Writes now; resolves when it, and what was being written, has ended. Answers whether the value is on the disk. */
  save(): Promise<boolean> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<boolean> {
    const { path, value, before, log } = this.#options
    try {
      // Taken before `before`, which need not include later changes
      const content = JSON.stringify(value())
      if (before && !(await before())) return false
      await writeWhole(path, content)
      return true
    } catch (error) {
      log.warn({ err: error, file: path }, '状态没有写入磁盘')
      return false
    }
  }
}
