import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { jsonIn } from '#json/parse.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'

const Place = z.int().check(z.gte(0))
const Answer = z.union([
  z.object({ ready: z.literal(true), voice: z.string(), version: z.string() }),
  z.object({
    id: z.int(),
    ok: z.literal(true),
    wav: z.string(),
    ms: z.number(),
    phonemes: z.array(z.tuple([z.number(), z.string()])),
    words: z.array(z.tuple([z.number(), Place])),
  }),
  z.object({ id: z.nullable(z.int()), ok: z.literal(false), why: z.string() }),
])
export type Spoken = Extract<z.infer<typeof Answer>, { ok: true }>

interface SpeakerOptions {
  /** The program, if it is there. */
  file: string
  time: Time
  log: Log
}

interface Wanted {
  text: string
  resolve: (spoken: Spoken) => void
  reject: (why: Error) => void
}

/** No sentence takes so long: the program hangs. */
const WITHIN_MS = 10_000
const IDLE_MS = 600_000
/** A program that ended is not started again at once, and the next time later. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/** The program that makes sentences into sound, beside this one. It is started when it is first needed, and says one at a time. */
export class Speaker {
  readonly #options: SpeakerOptions
  readonly #queue: Wanted[] = []
  #child: ChildProcess | undefined
  #saying: Wanted | undefined
  #id = 0
  #delay = FIRST_DELAY_MS
  /** Until then, of `elapsed`, it is not started. */
  #notBefore = 0
  #isClosed = false
  #cancel: () => void = () => {}

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  /** Whether the program is installed, and did not just end by itself. */
  get available(): boolean {
    const { file, time } = this.#options
    return !this.#isClosed && existsSync(file) && time.elapsed() >= this.#notBefore
  }

  /** Rejects where it cannot be said; the next one may be. */
  say(text: string): Promise<Spoken> {
    if (!this.available) return Promise.reject(new Error('语音程序不可用'))
    return new Promise((resolve, reject) => {
      this.#queue.push({ text, resolve, reject })
      this.#next()
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    this.#child?.kill()
  }

  #next(): void {
    if (this.#saying) return
    this.#cancel()
    this.#saying = this.#queue.shift()
    if (!this.#saying) {
      this.#cancel = this.#options.time.after(IDLE_MS, () => this.#child?.stdin?.end())
      return
    }
    this.#child ??= this.#start()
    this.#cancel = this.#options.time.after(WITHIN_MS, () => this.#child?.kill('SIGKILL'))
    this.#child.stdin?.write(`${JSON.stringify({ id: ++this.#id, text: this.#saying.text })}\n`)
  }

  #start(): ChildProcess {
    const { file, log } = this.#options
    const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'pipe'] })
    child.once('error', (err) => log.error({ err }, '语音程序没有启动'))
    // It may have ended before it has read what it is to say
    child.stdin.on('error', () => {})
    createInterface(child.stdout).on('line', (line) => this.#heard(line))
    createInterface(child.stderr).on('line', (line) => log.warn({ line }, '语音程序'))
    child.once('close', () => this.#ended(child))
    return child
  }

  #heard(line: string): void {
    const { data } = Answer.safeParse(jsonIn(line))
    if (!data || 'ready' in data || data.id !== this.#id) return
    const wanted = this.#saying
    this.#saying = undefined
    if (data.ok) {
      this.#delay = FIRST_DELAY_MS
      wanted?.resolve(data)
    } else wanted?.reject(new Error(data.why))
    this.#next()
  }

  /** What it was saying is not said; what waits is, once it may be started again. */
  #ended(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
    const wanted = this.#saying
    this.#saying = undefined
    this.#cancel()
    if (wanted) {
      this.#notBefore = this.#options.time.elapsed() + this.#delay
      this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS)
      this.#options.log.warn('语音程序退出，稍后重新启动')
    }
    for (const one of [wanted, ...this.#queue.splice(0)]) one?.reject(new Error('语音程序退出'))
  }
}
