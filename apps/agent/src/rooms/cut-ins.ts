import { join } from 'node:path'
import {
  INSERT_TTL_MS,
  type InsertOrder,
  type PlayedFile,
  type PlayState,
} from '@kaibo/contract/agent/insert.schema.ts'
import { readJson, writeJson } from '#disk/json-file.ts'
import type { Log } from '#log/log.ts'
import type { Anchor } from '#talk/anchor.ts'
import type { Playing } from '#talk/playing.ts'
import type { Time } from '#time/time.ts'
import type { PlayFiles } from './play-files.ts'

type Line = Omit<InsertOrder, 'play'>

interface CutInsOptions {
  folder: string
  room_code: string
  time: Time
  log: Log
  files: PlayFiles
  anchor: Pick<Anchor, 'insert' | 'withdraw'>
  /** What became of one. */
  tell: (state: PlayState, insert: { insert_id: string; name: string }, why?: string) => void
}

/** Files that people have inserted: fetched first, so that nobody is silent meanwhile, then in the anchor's queue. */
export class CutIns {
  readonly #options: CutInsOptions
  /** By their ids the names of those that are not over. */
  readonly #open = new Map<string, string>()
  #writing: Promise<void> = Promise.resolve()

  constructor(options: CutInsOptions) {
    this.#options = options
  }

  /** What was open when this program was killed is told to be lost: once. */
  async begin(): Promise<void> {
    const kept = await readJson(this.#path)
    if (!Array.isArray(kept)) return
    for (const one of kept as unknown[])
      if (isKept(one)) this.#options.tell('failed', one, '客户端重新启动，没有播完')
    this.#keep()
  }

  /** One that is there already is not taken twice. */
  insert(order: Line, play: PlayedFile): void {
    if (this.#open.has(order.id)) return
    this.#open.set(order.id, order.text)
    this.#keep()
    this.#tell('queued', order)
    void this.#fetch(order, play)
  }

  /** False where it is over. */
  withdraw(insert_id: string): boolean {
    if (this.#options.anchor.withdraw(insert_id)) return true
    const name = this.#open.get(insert_id)
    if (name === undefined) return false
    this.#options.tell('cancelled', { insert_id, name })
    this.over(insert_id)
    return true
  }

  /** The anchor has told how one ended. */
  over(insert_id: string): void {
    if (!this.#open.delete(insert_id)) return
    this.#options.files.release(insert_id)
    this.#keep()
  }

  async #fetch(order: Line, play: PlayedFile): Promise<void> {
    const { files, anchor, time } = this.#options
    const { id } = order
    const cancel = time.after(INSERT_TTL_MS, () => this.#end('expired', order))
    try {
      const url = await files.get(id, play, () => this.#tell('fetching', order))
      cancel()
      if (!this.#open.has(id)) return
      const playing: Playing = { kind: play.kind, url, volume: play.volume, effect: null }
      anchor.insert(order, playing)
    } catch (error) {
      cancel()
      this.#end('failed', order, error instanceof Error ? error.message : String(error))
    }
  }

  #end(state: PlayState, order: Line, why?: string): void {
    if (!this.#open.has(order.id)) return
    this.#tell(state, order, why)
    this.over(order.id)
  }

  #tell(state: PlayState, { id, text }: Line, why?: string): void {
    if (this.#open.has(id)) this.#options.tell(state, { insert_id: id, name: text }, why)
  }

  #keep(): void {
    const kept = [...this.#open].map(([insert_id, name]) => ({ insert_id, name }))
    this.#writing = this.#writing
      .then(() => writeJson(this.#path, kept))
      .catch((err: unknown) => this.#options.log.warn({ err }, '插播记录没有写入磁盘'))
  }

  get #path(): string {
    return join(this.#options.folder, `${this.#options.room_code}.inserts.json`)
  }
}

function isKept(value: unknown): value is { insert_id: string; name: string } {
  if (typeof value !== 'object' || value === null) return false
  const { insert_id, name } = value as Record<string, unknown>
  return typeof insert_id === 'string' && typeof name === 'string'
}
