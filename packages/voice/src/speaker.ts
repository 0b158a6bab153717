import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import * as z from 'zod/mini'
import { ownEnv } from './own-env.ts'
import type { Spoken } from './spoken.ts'

const Place = z.int().check(z.gte(0))
const Answer = z.union([
  z.object({ ready: z.literal(true), voice: z.string(), version: z.string() }),
  /** What it lacks still: what it speaks with, then what it speaks by. */
  z.object({ ready: z.literal(false), why: z.enum(['engine', 'model']) }),
  z.object({
    id: z.int(),
    ok: z.literal(true),
    wav: z.string(),
    ms: z.number(),
    /** Of what can only say all of a piece at once, it is not told. */
    first_ms: z.optional(z.number()),
    phonemes: z.optional(z.array(z.tuple([z.number(), z.string()]))),
    words: z.optional(z.array(z.tuple([z.number(), Place]))),
  }),
  z.object({ id: z.nullable(z.int()), ok: z.literal(false), why: z.string() }),
])
type Answered = Extract<z.infer<typeof Answer>, { ok: true }>

/** Of whoever starts it: the server has another clock than a PC. */
export interface SpeakerTime {
  elapsed(): number
  after(ms: number, run: () => void): () => void
}

export interface SpeakerLog {
  warn(about: object, said: string): void
  error(about: object, said: string): void
}

export interface SpeakerOptions {
  /** The program, if it is there. */
  file: string
  /** In which folder it runs. */
  cwd?: string
  /** How long a sentence may take, with the start of the program. */
  withinMs?: number
  time: SpeakerTime
  log: SpeakerLog
}

interface Wanted {
  text: string
  manner: object
  resolve: (spoken: Spoken) => void
  reject: (why: Error) => void
}

/** No sentence takes so long: the program hangs. */
const WITHIN_MS = 10_000
const IDLE_MS = 600_000
/** A program that ended is not started again at once, and the next time later. */
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000

/** The program ended, by itself or because it hung. */
export class SpeakerEnded extends Error {
  constructor(message = '语音程序退出') {
    super(message)
  }
}

/** It did, because what it speaks with is not installed, or not all of it. */
export class EngineMissing extends SpeakerEnded {
  constructor() {
    super('没有安装自然语音引擎')
  }
}

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
  #lacksEngine = false
  #cancel: () => void = () => {}

  constructor(options: SpeakerOptions) {
    this.#options = options
  }

  /** Whether the program is installed, and did not just end by itself. */
  get available(): boolean {
    const { file, time } = this.#options
    return !this.#isClosed && existsSync(file) && time.elapsed() >= this.#notBefore
  }

  /** How many wait for it, with the one that is being said. */
  get load(): number {
    return this.#queue.length + (this.#saying ? 1 : 0)
  }

  /**
   * `manner` is told to the program as it is. Rejects where it cannot be said; the next one may be. What is not wanted any more is
   * not begun.
   */
  say(text: string, manner: object, signal?: AbortSignal): Promise<Spoken> {
    if (!this.available) return Promise.reject(new Error('语音程序不可用'))
    if (signal?.aborted) return Promise.reject(new Error('不再需要'))
    let wanted: Wanted | undefined
    const forget = () => wanted && this.#forget(wanted)
    const said = new Promise<Spoken>((resolve, reject) => {
      wanted = { text, manner, resolve, reject }
      this.#queue.push(wanted)
      signal?.addEventListener('abort', forget)
      this.#next()
    })
    return said.finally(() => signal?.removeEventListener('abort', forget))
  }

  close(): void {
    this.#isClosed = true
    this.#cancel()
    this.#child?.kill()
  }

  #forget(wanted: Wanted): void {
    const at = this.#queue.indexOf(wanted)
    if (at >= 0) this.#queue.splice(at, 1)
    wanted.reject(new Error('不再需要'))
  }

  #next(): void {
    if (this.#saying) return
    this.#cancel()
    this.#saying = this.#queue.shift()
    if (!this.#saying) {
      this.#cancel = this.#options.time.after(IDLE_MS, () => this.#rest())
      return
    }
    this.#child ??= this.#start()
    const { time, withinMs = WITHIN_MS } = this.#options
    this.#cancel = time.after(withinMs, () => this.#child?.kill('SIGKILL'))
    const { text, manner } = this.#saying
    const wanted = { id: ++this.#id, text, ...manner }
    this.#child.stdin?.write(`${JSON.stringify(wanted)}\n`)
  }

  /** It ends by itself; whoever comes meanwhile has another one started. */
  #rest(): void {
    this.#child?.stdin?.end()
    this.#child = undefined
  }

  #start(): ChildProcess {
    const { file, log, cwd } = this.#options
    const child = spawn(process.execPath, [file], {
      ...(cwd !== undefined && { cwd }),
      stdio: ['pipe', 'pipe', 'pipe'],
      env: ownEnv(),
    })
    child.once('error', (err) => log.error({ err }, '语音程序没有启动'))
    // It may have ended before it has read what it is to say
    child.stdin.on('error', () => {})
    createInterface(child.stdout).on('line', (line) => this.#child === child && this.#heard(line))
    createInterface(child.stderr).on('line', (line) => log.warn({ line }, '语音程序'))
    child.once('close', () => this.#ended(child))
    return child
  }

  #heard(line: string): void {
    const { data } = Answer.safeParse(jsonIn(line))
    if (data && 'ready' in data) this.#lacksEngine = !data.ready && data.why === 'engine'
    if (!data || 'ready' in data || data.id !== this.#id) return
    const wanted = this.#saying
    this.#saying = undefined
    if (data.ok) {
      this.#delay = FIRST_DELAY_MS
      wanted?.resolve(spokenOf(data))
    } else wanted?.reject(new Error(data.why))
    this.#next()
  }

  /** Neither what it was saying nor what waits is said: whoever wants it has another voice say it. */
  #ended(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    const wanted = this.#saying
    this.#saying = undefined
    this.#cancel()
    const lacksEngine = this.#lacksEngine && !this.#isClosed
    const why = lacksEngine ? new EngineMissing() : new SpeakerEnded()
    if (wanted && !lacksEngine) {
      this.#notBefore = this.#options.time.elapsed() + this.#delay
      this.#delay = Math.min(this.#delay * 2, MAX_DELAY_MS)
      this.#options.log.warn({ after_ms: this.#delay }, '语音程序退出，稍后重新启动')
    }
    for (const one of [wanted, ...this.#queue.splice(0)]) one?.reject(why)
  }
}

const spokenOf = ({ wav, ms, first_ms, phonemes, words }: Answered): Spoken => ({
  wav: Buffer.from(wav, 'base64'),
  ms,
  marks: phonemes && words ? { phonemes, words } : null,
  ...(first_ms !== undefined && { first_ms }),
})

/** Nothing where it is no JSON. */
function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
