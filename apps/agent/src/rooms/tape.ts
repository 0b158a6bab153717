import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { MAX_TAPE_PIECE } from '@kaibo/contract/agent/rule-items.schema.ts'
import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import { END_LINE, headLine, inputLine } from '@kaibo/rules/tape.text.ts'
import type { TapeHead, TapeInput } from '@kaibo/rules/tape.ts'
import type { ServerClock } from '#time/server-clock.ts'
import type { Time } from '#time/time.ts'
import type { Memory } from './memory.ts'

/** A part is no longer than this, and no larger before it is packed. */
const PART_MS = 300_000
const PART_LENGTH = 1_000_000
/** Lines of this time are written to the disk as one. */
const GATHER_MS = 1_000
/** Of one run, packed. */
const RUN_BYTES = 64_000_000

interface Remembered extends Pick<Memory, 'bundle' | 'words'> {
  rules: Pick<Memory['rules'], 'snapshot'>
}

interface TapeOptions {
  folder: string
  time: Time
  clock: ServerClock
  spool: (item: SpoolItem) => void
  address: () => { room_code: string; run_id: string | null }
  /** What the room remembers and runs by: how a part begins. */
  memory: () => Remembered | undefined
  note: (level: 'warn', said: Words) => void
}

const pack = promisify(gzip)

/** Records what the rules of one room are told, in parts of a few minutes, each of which begins with what the room remembers. */
export class Tape {
  readonly #options: TapeOptions
  readonly #path: string
  #lines: string[] = []
  #length = 0
  #part: Opened | undefined
  /** When the open part is to end. */
  #endsAt = 0
  #former: string | null = null
  #bytes = 0
  #cancel: (() => void) | undefined
  /** Writing, one thing after another. */
  #work: Promise<void> = Promise.resolve()

  constructor(options: TapeOptions) {
    this.#options = options
    this.#path = join(options.folder, `${options.address().room_code}.tape`)
  }

  /** Sends what a process before this one had recorded; then the tape runs. */
  async begin(): Promise<void> {
    const left = await readFile(this.#path, 'utf8').catch(() => '')
    const { first, rest } = parted(left)
    const part = openedIn(first)
    if (part && rest !== '') await this.#send(part, rest)
    await this.#drop()
    this.#open()
  }

  /** Called before the rules decide, so that a part never begins in the middle of a decision. */
  readonly hear = (input: TapeInput): void => {
    if (!this.#part) return
    if (this.#length >= PART_LENGTH || this.#options.time.elapsed() >= this.#endsAt) {
      void this.close()
      this.#open()
    }
    this.#write(inputLine(input))
  }

  /** Ends the part; the next input begins another. Resolves when it is in the spool. */
  close(): Promise<void> {
    const part = this.#part
    if (!part) return this.#work
    this.#write(END_LINE)
    this.#cancel?.()
    this.#cancel = undefined
    const lines = this.#lines
    const written = this.#work
    this.#part = undefined
    this.#former = String(part.from_at)
    this.#lines = []
    this.#work = this.#sent(part, written, lines)
    return this.#work
  }

  async #sent(part: Opened, written: Promise<void>, lines: readonly string[]): Promise<void> {
    await written
    const before = await readFile(this.#path, 'utf8').catch(() => '')
    // What is on the disk, without its key, and what was not written yet
    await this.#send(part, parted(before).rest + textOf(lines))
    await this.#drop()
  }

  /** Ends the part and begins the next, so that what was recorded until now can be read. */
  async flush(): Promise<void> {
    if (!this.#part) return
    const closed = this.close()
    this.#open()
    await closed
  }

  #head(): TapeHead {
    const { bundle = null, words: inUse = null, rules } = this.#options.memory() ?? {}
    return { bundle, words: inUse, state: rules?.snapshot() ?? {} }
  }

  #open(): void {
    if (this.#bytes > RUN_BYTES) return
    const { time, clock, address } = this.#options
    const part = { from_at: clock.now(), run_id: address().run_id }
    this.#part = part
    this.#endsAt = time.elapsed() + PART_MS
    this.#length = 0
    const first = `${JSON.stringify(part)}\n`
    this.#work = this.#work.then(() => writeFile(this.#path, first)).catch(() => undefined)
    this.#write(headLine(this.#head(), this.#former))
  }

  #write(line: string): void {
    this.#lines.push(line)
    this.#length += line.length + 1
    this.#cancel ??= this.#options.time.after(GATHER_MS, () => this.#gather())
  }

  #gather(): void {
    this.#cancel = undefined
    const text = textOf(this.#lines)
    this.#lines = []
    // A disk that takes no more makes a gap, and holds up nothing
    this.#work = this.#work.then(() => appendFile(this.#path, text)).catch(() => undefined)
  }

  async #send({ from_at, run_id }: Opened, text: string): Promise<void> {
    const body = (await pack(text)).toString('base64')
    const pieces = Math.ceil(body.length / MAX_TAPE_PIECE)
    const { spool, address, clock, note } = this.#options
    for (let piece = 0; piece < pieces; piece++)
      spool({
        type: 'tape',
        room_code: address().room_code,
        run_id,
        from_at,
        to_at: Math.max(from_at, clock.now()),
        piece,
        of: pieces,
        body: body.slice(piece * MAX_TAPE_PIECE, (piece + 1) * MAX_TAPE_PIECE),
      })
    const before = this.#bytes
    this.#bytes += body.length
    if (before <= RUN_BYTES && this.#bytes > RUN_BYTES)
      note(
        'warn',
        words('本场的回放带已满，之后不再记录', 'The tape of this run is full; it ends here'),
      )
  }

  #drop(): Promise<void> {
    return rm(this.#path, { force: true }).catch(() => undefined)
  }
}

/** The open part, as the first line of its file says: when it began by the server's clock, and in which run. */
interface Opened {
  from_at: number
  run_id: string | null
}

function openedIn(line: string): Opened | undefined {
  try {
    const { from_at, run_id } = JSON.parse(line) as Partial<Opened>
    return from_at === undefined ? undefined : { from_at, run_id: run_id ?? null }
  } catch {
    return undefined
  }
}

function parted(text: string): { first: string; rest: string } {
  const at = text.indexOf('\n')
  return at < 0 ? { first: text, rest: '' } : { first: text.slice(0, at), rest: text.slice(at + 1) }
}

const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
