import { mkdir, readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { textOf } from './line.ts'
import { admit, type Waiting } from './admit.ts'
import { Mark } from './mark.ts'
import { Segment } from './segment.ts'
import { LOG, MONEY, reduced, valueOf } from './value.ts'

const DEFAULT_LIMIT = 50 * 1_048_576
const SEGMENT_BYTES = 262_144
/** Items of this long share one write and one sync. */
const GATHER_MS = 20
const RETRY_MS = 1_000
/** Making room frees more than is needed at once, so that a full spool does not rewrite itself at each item. */
const ROOM_SHARE = 0.8

export interface SpoolOptions {
  time: Time
  log: Log
  limitBytes?: number
}

/** Items `first_seq`, `first_seq + 1`, … */
export interface Batch {
  first_seq: number
  last_seq: number
  items: SpoolItem[]
}

/**
 * What is to reach the server, on disk until the server has it. An item can be read only when it is durable: a number that
 * was sent must never come back, after a crash, with something else in it.
 */
export class Spool {
  readonly #folder: string
  readonly #time: Time
  readonly #log: Log
  readonly #limit: number
  readonly #mark: Mark
  #segments: Segment[]
  #waiting: Waiting[] = []
  #next: number
  #acked = 0
  #dropped = 0
  #isFailing = false
  #cancel: (() => void) | undefined
  #work: Promise<void> = Promise.resolve()
  /** Called when more can be read. */
  onDurable: () => void = () => {}

  private constructor(
    folder: string,
    segments: Segment[],
    mark: Mark,
    { time, log, limitBytes = DEFAULT_LIMIT }: SpoolOptions,
  ) {
    this.#folder = folder
    this.#segments = segments
    this.#mark = mark
    this.#next = lastOf(segments) + 1
    this.#time = time
    this.#log = log
    this.#limit = limitBytes
  }

  static async open(folder: string, options: SpoolOptions): Promise<Spool> {
    const { time, log } = options
    await mkdir(folder, { recursive: true })
    const segments = await recover(folder, log)
    const mark = await Mark.open(folder, lastOf(segments), time, log)
    return new Spool(folder, segments, mark, options)
  }

  get id(): string {
    return this.#mark.id
  }

  /** The last number that is durable; 0 when none is. */
  get lastSeq(): number {
    return lastOf(this.#segments)
  }

  /** The last number that may have been sent; 0 when none was. */
  get sent(): number {
    return this.#mark.sent
  }

  /** How many items the server does not have yet. */
  get items(): number {
    const stored = this.#segments.reduce((sum, { seqs }) => {
      const open = seqs.findIndex((seq) => seq > this.#acked)
      return open < 0 ? sum : sum + seqs.length - open
    }, 0)
    return stored + this.#waiting.length
  }

  /** How many items were given up for want of room since this process began. */
  get dropped(): number {
    return this.#dropped
  }

  append(item: SpoolItem): void {
    const seq = this.#next++
    this.#waiting.push({ seq, value: valueOf(item), text: textOf({ seq, item }) })
    this.#schedule(GATHER_MS)
  }

  /** The durable items after `after`, in one run without gaps. */
  async read(after: number, maxItems: number, maxBytes: number): Promise<Batch | undefined> {
    const segment = this.#segments.find(({ seqs }) => (seqs.at(-1) ?? 0) > after)
    if (!segment) return undefined
    const lines = await segment.lines()
    const [first, ...rest] = lines.slice(lines.findIndex(({ seq }) => seq > after))
    if (!first || first.seq <= after) return undefined
    const batch = { first_seq: first.seq, last_seq: first.seq, items: [first.item] }
    let bytes = JSON.stringify(first.item).length
    for (const { seq, item } of rest) {
      bytes += JSON.stringify(item).length
      if (seq !== batch.last_seq + 1 || batch.items.length >= maxItems || bytes > maxBytes) break
      batch.last_seq = seq
      batch.items.push(item)
    }
    return batch
  }

  /** The server has everything up to here. */
  ack(upTo: number): void {
    this.#acked = Math.max(this.#acked, upTo)
    void this.#do(() => this.#deleteAcked())
  }

  /**
   * The server holds higher numbers of this spool than were sent from here: the folder was put back from a copy. Under a new
   * id, new items are not taken for old ones.
   */
  async renew(): Promise<void> {
    this.#acked = 0
    await this.#mark.renew()
  }

  /** To be waited for before what was read is sent. */
  sending(): Promise<void> {
    return this.#mark.sending()
  }

  /** Everything up to here is on its way. */
  went(upTo: number): void {
    this.#mark.went(upTo)
  }

  /** Nothing more is sent for now. */
  rest(): Promise<void> {
    return this.#mark.rest()
  }

  /** Answers whether what was appended is durable: the disk may not take it now. */
  async flush(): Promise<boolean> {
    this.#cancel?.()
    this.#cancel = undefined
    await this.#do(() => this.#write())
    return !this.#isFailing
  }

  async close(): Promise<void> {
    await this.flush()
    this.#cancel?.()
    await this.rest()
    await Promise.all(this.#segments.map((segment) => segment.close()))
  }

  /** One after another. What fails is told, and keeps nothing of what comes later from being done. */
  #do(step: () => Promise<void>): Promise<void> {
    this.#work = this.#work
      .then(step)
      .catch((error: unknown) => this.#log.error({ err: error }, '待发数据整理失败，稍后再试'))
    return this.#work
  }

  #schedule(ms: number): void {
    this.#cancel ??= this.#time.after(ms, () => void this.flush())
  }

  async #write(): Promise<void> {
    if (this.#waiting.length === 0) return
    let batch: Waiting[]
    try {
      await this.#makeRoom()
      batch = this.#admitted()
      const [first] = batch
      if (!first) return
      await (await this.#segmentFor(first.seq)).append(batch)
    } catch (error) {
      this.#failed(error)
      return
    }
    if (this.#isFailing) this.#log.info('待发数据又能写入磁盘')
    this.#isFailing = false
    this.#waiting = this.#waiting.slice(batch.length)
    this.onDurable()
  }

  /** Of what waits, what there is room for; the rest is given up. */
  #admitted(): Waiting[] {
    const { kept, given } = admit(this.#waiting, this.#limit - this.#stored(), this.#limit)
    this.#waiting = kept
    this.#countDropped(given)
    return [...kept]
  }

  #failed(error: unknown): void {
    if (!this.#isFailing) this.#log.error({ err: error }, '待发数据写不进磁盘，先留在内存')
    this.#isFailing = true
    this.#schedule(RETRY_MS)
  }

  async #segmentFor(seq: number): Promise<Segment> {
    const newest = this.#segments.at(-1)
    if (newest && newest.bytes < SEGMENT_BYTES) return newest
    await newest?.close()
    const fresh = await Segment.create(this.#folder, seq)
    this.#segments.push(fresh)
    return fresh
  }

  #stored(): number {
    return this.#segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  async #makeRoom(): Promise<void> {
    const waiting = this.#waiting.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    if (this.#stored() + waiting <= this.#limit) return
    await this.#shrinkTo(this.#limit * ROOM_SHARE - waiting)
    await this.#delete((segment) => segment.seqs.length === 0)
  }

  /** Gives up the least valuable of what is stored: traces and logs first, then decisions, speech and events without money. */
  async #shrinkTo(bytes: number): Promise<void> {
    for (let worth = LOG; worth < MONEY; worth++) {
      for (const segment of this.#segments.slice(0, -1)) {
        if (this.#stored() <= bytes) return
        // Where the disk does not even take the shorter file, the longer one stays
        this.#dropped += await segment.rewrite((item) => reduced(item, worth)).catch(() => 0)
      }
    }
  }

  #countDropped(given: readonly Waiting[]): void {
    if (given.length === 0) return
    this.#dropped += given.length
    const money = given.filter(({ value }) => value === MONEY).length
    if (money > 0)
      this.#log.error({ money, others: given.length - money }, '磁盘空间用完，礼物记录丢失')
    else this.#log.warn({ items: given.length }, '待发数据已满，丢弃次要记录')
  }

  async #deleteAcked(): Promise<void> {
    await this.#delete((segment) => segment.last <= this.#acked)
  }

  async #delete(isOver: (segment: Segment) => boolean): Promise<void> {
    const over = this.#segments.slice(0, -1).filter(isOver)
    for (const segment of over) {
      await segment.close()
      await unlink(segment.path).catch(() => {})
    }
    this.#segments = this.#segments.filter((segment) => !over.includes(segment))
  }
}

/** What an earlier process left, oldest first; one that is empty where there was none. */
async function recover(folder: string, log: Log): Promise<Segment[]> {
  const names = (await readdir(folder)).filter((name) => /^\d+\.jsonl$/.test(name)).sort()
  const segments: Segment[] = []
  for (const name of names) {
    const { segment, bad } = await Segment.recover(join(folder, name))
    if (bad > 0) log.error({ file: name, lines: bad }, '待发数据有损坏的行，已跳过')
    segments.push(segment)
  }
  return segments.length > 0 ? segments : [await Segment.create(folder, 1)]
}

const lastOf = (segments: readonly Segment[]): number => segments.at(-1)?.last ?? 0
