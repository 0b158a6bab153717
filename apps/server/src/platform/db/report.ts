import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

interface Waiter {
  /** Which thread was asked: its end is no news of the next one's. */
  worker: Worker
  resolve(rows: unknown[]): void
  reject(error: Error): void
}

type Answer = { id: number; rows: unknown[] } | { id: number; error: string }

/** Runs read-only SQL on its own thread and connection, so that a long report never holds up the event loop. */
export class ReportWorker {
  readonly #file: string
  #worker: Worker | undefined
  #next = 1
  readonly #waiting = new Map<number, Waiter>()

  constructor(file: string) {
    this.#file = file
  }

  run<Row>(sql: string, parameters: readonly unknown[]): Promise<Row[]> {
    const id = this.#next++
    return new Promise<Row[]>((resolve, reject) => {
      const worker = this.#start()
      this.#waiting.set(id, { worker, resolve: (rows) => resolve(rows as Row[]), reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      worker.postMessage({ id, sql, parameters })
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    if (this.#worker) return this.#worker
    const workerData = { file: this.#file, sqlite: SQLITE }
    const worker = new Worker(REPORT_THREAD, { eval: true, workerData })
    worker.unref()
    worker.on('message', (answer: Answer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('error' in answer) waiting?.reject(new Error(answer.error))
      else waiting?.resolve(answer.rows)
    })
    worker.on('error', (error: Error) => this.#fail(worker, error))
    worker.on('exit', () => this.#fail(worker, new Error('report thread ended')))
    this.#worker = worker
    return worker
  }

  #fail(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = undefined
    for (const [id, waiting] of this.#waiting) {
      if (waiting.worker !== worker) continue
      this.#waiting.delete(id)
      waiting.reject(error)
    }
  }
}

/** Found from here: a program given as text would look for it from wherever the server was started. */
const SQLITE = createRequire(import.meta.url).resolve('better-sqlite3')

/** The thread's whole program. As text, so that it needs no file of its own in any build. */
const REPORT_THREAD = `
const { parentPort, workerData } = require('node:worker_threads')
const Database = require(workerData.sqlite)
const db = new Database(workerData.file, { readonly: true })
db.pragma('busy_timeout = 5000')
parentPort.on('message', ({ id, sql, parameters }) => {
  try {
    parentPort.postMessage({ id, rows: db.prepare(sql).all(...parameters) })
  } catch (error) {
    parentPort.postMessage({ id, error: error.message })
  }
})
`
