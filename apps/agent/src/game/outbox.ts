import * as fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { GameScalar, GameUser } from '@kaibo/contract/game/link.schema.ts'
import { writeWholeSync } from '#disk/json-file.ts'
import { jsonIn } from '#json/parse.ts'
import { isRecord } from '#json/record.ts'
import type { Log } from '#log/log.ts'

type Item = Extract<SpoolItem, { type: 'cmd' }>
export type Cause = Item['cause']

/** A command on its way to the game. */
export interface Queued {
  id: string
  run_id: string | null
  game_id: string
  cause: Cause
  name: string
  args: readonly GameScalar[]
  event_id: string | null
  user?: GameUser | undefined
  gift?: string | undefined
  count: number
  value_fen: number
  is_ai: boolean
  is_test: boolean
  ttl_ms: number
  /** Server time. */
  queued_at: number
  round_seq: number | null
}

const MOST = 1_000
/** Of how many commands it is known that they are settled: whoever asks again gets no second one. */
const MOST_SETTLED = 4_000
/** The file is written anew when it has so many lines more than there are commands. */
const MAX_LINES = 8_000

type Line = { q: Queued } | { d: string }

/**
 * The commands that a game has not answered yet, in a file that survives the process: each line is one that was added or settled. A
 * command is in the file when `add` returns.
 */
export class Outbox {
  readonly #path: string
  readonly #log: Log
  readonly #waiting = new Map<string, Queued>()
  readonly #settled = new Set<string>()
  #fd: number | undefined
  #lines = 0

  private constructor(path: string, log: Log) {
    this.#path = path
    this.#log = log
  }

  static async open(path: string, log: Log): Promise<Outbox> {
    const outbox = new Outbox(path, log)
    const text = await readFile(path, 'utf8').catch(() => '')
    for (const line of text.split('\n')) outbox.#read(jsonIn(line))
    outbox.#rewrite()
    return outbox
  }

  /** Oldest first. */
  get all(): Iterable<Queued> {
    return this.#waiting.values()
  }

  get size(): number {
    return this.#waiting.size
  }

  get(id: string): Queued | undefined {
    return this.#waiting.get(id)
  }

  /** Whether it was added before, settled or not. */
  knows(id: string): boolean {
    return this.#waiting.has(id) || this.#settled.has(id)
  }

  /** Answers what gives way where it is full: the oldest of danmu, else the oldest. It is still to be settled. */
  add(queued: Queued): Queued | undefined {
    this.#waiting.set(queued.id, queued)
    this.#write({ q: queued })
    if (this.#waiting.size <= MOST) return undefined
    for (const one of this.#waiting.values()) if (one.cause === 'keyword') return one
    return this.#waiting.values().next().value
  }

  settle(id: string): void {
    if (!this.#waiting.delete(id)) return
    this.#remember(id)
    this.#write({ d: id })
  }

  close(): void {
    if (this.#fd !== undefined) fs.closeSync(this.#fd)
    this.#fd = undefined
  }

  #read(line: unknown): void {
    if (!isRecord(line)) return
    if (typeof line['d'] === 'string') {
      this.#waiting.delete(line['d'])
      this.#remember(line['d'])
    } else if (isRecord(line['q']) && typeof line['q']['id'] === 'string') {
      // Written by this program, a line at a time: one that is whole is right
      const queued = line['q'] as unknown as Queued
      this.#waiting.set(queued.id, queued)
    }
  }

  #remember(id: string): void {
    this.#settled.add(id)
    if (this.#settled.size <= MOST_SETTLED) return
    for (const oldest of this.#settled) return void this.#settled.delete(oldest)
  }

  #write(line: Line): void {
    try {
      this.#fd ??= fs.openSync(this.#path, 'a', 0o600)
      fs.writeSync(this.#fd, `${JSON.stringify(line)}\n`)
      this.#lines++
      if (this.#lines > MAX_LINES + this.#waiting.size) this.#rewrite()
    } catch (error) {
      this.#log.error({ err: error }, '游戏命令没有写入磁盘')
    }
  }

  #rewrite(): void {
    const lines: Line[] = [
      ...[...this.#settled].map((d) => ({ d })),
      ...[...this.#waiting.values()].map((q) => ({ q })),
    ]
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    this.close()
    try {
      writeWholeSync(this.#path, Buffer.from(text))
      this.#lines = lines.length
    } catch (error) {
      this.#log.error({ err: error }, '游戏命令没有写入磁盘')
    }
  }
}
