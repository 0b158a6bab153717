import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'
import { sleep, type Time } from '#time/time.ts'
import { readLine } from './recording.ts'
import type { Source, SourceSink, SourceStatus } from './source.ts'

/** Longer pauses of a recording are shortened to this. */
const MAX_GAP_MS = 5_000
/** How many bad lines are reported one by one. */
const NAMED = 20

export interface ReplayOptions {
  file: string
  roomCode: string
  speed: number
  time: Time
  /** Server time. */
  now: () => number
}

/** Plays a recording with its own spacing, re-timed to now. */
export class ReplaySource implements Source {
  readonly #options: ReplayOptions
  readonly #stop = new AbortController()
  #status: SourceStatus
  #sent = 0
  #bad = 0

  constructor(options: ReplayOptions) {
    this.#options = options
    this.#status = { kind: 'replay', connected: false, detail: `打开 ${basename(options.file)}` }
  }

  start(sink: SourceSink): void {
    this.#play(sink).catch((error: NodeJS.ErrnoException) => {
      if (this.#stop.signal.aborted) return
      const { file } = this.#options
      const reason = error.code === 'ENOENT' ? '没有这个文件' : error.message
      this.#show(sink, false, `读不出回放文件：${reason}`)
      sink.failed(`读不出回放文件 ${file}：${reason}；请检查 --source`)
    })
  }

  async stop(): Promise<void> {
    this.#stop.abort()
  }

  status(): SourceStatus {
    return this.#status
  }

  async #play(sink: SourceSink): Promise<void> {
    const { file, roomCode, speed, time, now } = this.#options
    const { signal } = this.#stop
    const stream = createReadStream(file, { encoding: 'utf8', signal })
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
    this.#show(sink, true, `正在回放 ${basename(file)}`)
    let number = 0
    let before: number | undefined
    for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
      number++
      const read = readLine(line, roomCode, now())
      if ('bad' in read) this.#nameBad(sink, number, read.bad)
      if (!('event' in read)) continue
      const { at } = read.event
      await sleep(time, Math.min(MAX_GAP_MS, Math.max(0, at - (before ?? at))) / speed, signal)
      if (signal.aborted) return
      before = at
      this.#sent++
      sink.event({ ...read.event, at: now() })
    }
    const bad = this.#bad > 0 ? `，${this.#bad} 行有误已跳过` : ''
    this.#show(sink, true, `回放结束：${this.#sent} 条事件${bad}`)
  }

  #nameBad(sink: SourceSink, line: number, reason: string): void {
    this.#bad++
    if (this.#bad <= NAMED) sink.log('warn', `回放文件第 ${line} 行有误，已跳过：${reason}`)
    if (this.#bad === NAMED) sink.log('warn', '回放文件有误的行很多，后面的不再逐行列出')
  }

  #show(sink: SourceSink, connected: boolean, detail: string): void {
    this.#status = { kind: 'replay', connected, detail }
    sink.changed()
  }
}
