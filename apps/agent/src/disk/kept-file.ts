import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { writeJson } from './json-file.ts'

/** Keeps a file up with a value that changes often: one write at a time, at most one each `ms`. A full disk costs only freshness. */
export class KeptFile {
  readonly #path: string
  readonly #value: () => unknown
  readonly #ms: number
  readonly #time: Time
  readonly #log: Log
  #cancel: (() => void) | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string, value: () => unknown, ms: number, time: Time, log: Log) {
    this.#path = path
    this.#value = value
    this.#ms = ms
    this.#time = time
    this.#log = log
  }

  touch(): void {
    this.#cancel ??= this.#time.after(this.#ms, () => void this.save())
  }

  /** Writes now; resolves when it, and what was being written, has ended. */
  save(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing = this.#writing
      .then(() => writeJson(this.#path, this.#value()))
      .catch((error: unknown) =>
        this.#log.warn({ err: error, file: this.#path }, '状态没有写入磁盘'),
      )
    return this.#writing
  }
}
