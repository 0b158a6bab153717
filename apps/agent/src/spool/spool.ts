import { MAX_BACKLOGS, type SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Log } from '#log/log.ts'
import type { Time } from '#time/time.ts'
import { admit, bytesOf, type Waiting } from './admit.ts'
import { textOf } from './line.ts'
import { Mark, type Stretch } from './mark.ts'
import { Reader, type Batch, type Limits } from './reader.ts'
import type { Segment } from './segment.ts'
import { Segments } from './segments.ts'
import { LOG, MONEY, valueOf } from './value.ts'

const DEFAULT_LIMIT = 50 * 1_048_576
/** Items of this time share one sync: until then a power cut may lose them, the end of the process does not. */
const GATHER_MS = 20
const RETRY_MS = 1_000
/** Bytes that are left free for the spool's other files when space is freed. */
const SLACK = 4_096

export interface SpoolOptions {
  time: Time
  log: Log
  limitBytes?: number
}

/**
 * Items for the server, kept on disk until the server has stored them. An item is in its file when `append` returns. It can be
 * read, and so sent, only once it survives a power cut: a number that was sent must not be used again for another item.
 */
export class Spool {
  readonly #time: Time
  readonly #log: Log
  readonly #limit: number
  readonly #mark: Mark
  readonly #segments: Segments
  readonly #reader = new Reader()
  /** Items that could not be written yet. */
  #waiting: Waiting[] = []
  #next: number
  #dropped = 0
  /** Dropped items that were not reported yet. */
  #toReport: Waiting[] = []
  #isFailing = false
  #cancel: (() => void) | undefined
  #work: Promise<void> = Promise.resolve()
  /** Called when more can be read. */
  onDurable: () => void = () => {}

  private constructor(
    segments: Segments,
    mark: Mark,
    { time, log, limitBytes = DEFAULT_LIMIT }: SpoolOptions,
  ) {
    this.#segments = segments
    this.#mark = mark
    this.#next = Math.max(segments.newest.last, mark.live.after) + 1
    this.#time = time
    this.#log = log
    this.#limit = limitBytes
  }

  static async open(folder: string, options: SpoolOptions): Promise<Spool> {
    const { time, log } = options
    const segments = await Segments.recover(folder, log)
    const mark = await Mark.open(folder, segments.newest.last, time, log)
    return new Spool(segments, mark, options)
  }

  /** The name under which new items are sent. */
  get id(): string {
    return this.#mark.live.id
  }

  get live(): Stretch {
    return this.#mark.live
  }

  /** Stretches that were set aside and are not completely stored by the server, oldest first. */
  get backlogs(): readonly Stretch[] {
    return this.#mark.backlogs
  }

  /** The last number that is durable; 0 when none is. */
  get lastSeq(): number {
    return this.#segments.lastSafe
  }

  /** The last number that may have been sent under `id`; 0 when none was. */
  get sent(): number {
    return this.#mark.sent
  }

  /** How many items the server does not have yet. */
  get items(): number {
    const stored = this.#segments.all.reduce((sum, segment) => sum + this.#openIn(segment), 0)
    return stored + this.#waiting.length
  }

  /** How many of them are in no backlog, and in their file. */
  get liveItems(): number {
    return this.#itemsOf(this.live)
  }

  /** How many items were dropped for lack of space since this process began. */
  get dropped(): number {
    return this.#dropped
  }

  append(item: SpoolItem): void {
    const seq = this.#next++
    const one = { seq, item, value: valueOf(item), text: textOf({ seq, item }) }
    if (this.#waiting.length > 0 || !this.#write(one)) this.#waiting.push(one)
    this.#schedule(GATHER_MS)
  }

  /** The durable items after `after`, of one stretch or of all. */
  read(after: number, limits: Limits, upTo = Infinity): Batch | undefined {
    return this.#reader.read(this.#segments.all, after, limits, upTo)
  }

  /** The server has everything of this stretch up to here. */
  ack(upTo: number, id = this.id): void {
    const stretch = this.#mark.all.find((one) => one.id === id)
    if (!stretch) return
    stretch.acked = Math.max(stretch.acked, upTo)
    try {
      this.#segments.delete((segment) => this.#openIn(segment) === 0)
    } catch (error) {
      this.#log.error({ err: error }, '待发数据整理失败，稍后再试')
    }
  }

  /**
   * Makes a backlog of the waiting items, so that new items do not wait behind them. Nothing may be under way under `id`.
   */
  async setAside(): Promise<void> {
    if (this.#waiting.length > 0 || this.backlogs.length >= MAX_BACKLOGS) return
    try {
      this.#segments.roll(this.#next)
    } catch (error) {
      return this.#failed(error)
    }
    await this.#mark.setAside(this.#next - 1)
  }

  /** Forgets a backlog of which nothing is left, durable or not; answers whether that is so. */
  finish(stretch: Stretch): boolean {
    const isOver = this.#itemsOf(stretch) === 0
    if (isOver) this.#mark.finish(stretch.id)
    return isOver
  }

  /**
   * The server holds higher numbers of this spool than were sent from here: the folder was put back from a copy. Under a new
   * id, new items are not taken for old ones.
   */
  renew(): Promise<void> {
    return this.#mark.renew()
  }

  /** To be waited for before what was read is sent. */
  sending(): Promise<void> {
    return this.#mark.sending()
  }

  /** Everything up to here is on its way under `id`. */
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
    this.#work = this.#work.then(() => this.#settle())
    await this.#work
    return !this.#isFailing
  }

  async close(): Promise<void> {
    await this.flush()
    this.#cancel?.()
    await this.rest()
    this.#segments.close()
  }

  #schedule(ms: number): void {
    this.#cancel ??= this.#time.after(ms, () => void this.flush())
  }

  /** Answers whether it is settled: in its file, or given up because there is no room. */
  #write(one: Waiting): boolean {
    try {
      if (this.#makeRoom(Buffer.byteLength(one.text), one.value))
        this.#segments.write(one.seq, one.item, one.text)
      else this.#toReport.push(one)
      return true
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  /** Writes what waits, and makes durable what was written. */
  async #settle(): Promise<void> {
    const before = this.lastSeq
    this.#writeWaiting()
    this.#reportDropped()
    try {
      await this.#segments.sync()
    } catch (error) {
      this.#failed(error)
      return
    }
    if (this.lastSeq > before) this.onDurable()
    if (this.#waiting.length > 0) return
    if (this.#isFailing) this.#log.info('待发数据又能写入磁盘')
    this.#isFailing = false
  }

  #writeWaiting(): void {
    if (this.#waiting.length === 0) return
    const most = this.#waiting.reduce((max, { value }) => Math.max(max, value), LOG)
    this.#makeRoom(bytesOf(this.#waiting), most)
    const { kept, given } = admit(this.#waiting, this.#limit - this.#segments.bytes, this.#limit)
    this.#toReport.push(...given)
    const stuck = kept.findIndex((one) => !this.#write(one))
    this.#waiting = stuck < 0 ? [] : kept.slice(stuck)
  }

  #failed(error: unknown): void {
    if (!this.#isFailing) this.#log.error({ err: error }, '待发数据写不进磁盘，先留在内存')
    this.#isFailing = true
    this.#cancel?.()
    this.#cancel = this.#time.after(RETRY_MS, () => void this.flush())
  }

  /**
   * Whether so many bytes fit, after items of at most this value were dropped for them. Items with money may use twice the
   * limit, so that none is lost while the disk has space.
   */
  #makeRoom(bytes: number, value: number): boolean {
    if (this.#segments.bytes + bytes <= this.#limit) return true
    this.#dropped += this.#segments.shrinkTo(this.#limit - bytes - SLACK, value)
    return this.#segments.bytes + bytes <= this.#limit * (value === MONEY ? 2 : 1)
  }

  #reportDropped(): void {
    const given = this.#toReport.splice(0)
    if (given.length === 0) return
    this.#dropped += given.length
    const money = given.filter(({ value }) => value === MONEY).length
    if (money > 0)
      this.#log.error({ money, others: given.length - money }, '磁盘空间用完，礼物记录丢失')
    else this.#log.warn({ items: given.length }, '待发数据已满，丢弃次要记录')
  }

  #itemsOf(stretch: Stretch): number {
    return this.#segments.all.reduce((sum, { seqs }) => sum + openIn(seqs, stretch), 0)
  }

  /** How many of a file's items the server does not have yet. */
  #openIn({ seqs }: Segment): number {
    return this.#mark.all.reduce((open, stretch) => open + openIn(seqs, stretch), 0)
  }
}

const openIn = (seqs: readonly number[], { to, acked }: Stretch): number =>
  Math.max(0, countUpTo(seqs, to) - countUpTo(seqs, acked))

/** How many of the ascending numbers are not above `max`. */
function countUpTo(seqs: readonly number[], max: number): number {
  let [low, high] = [0, seqs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((seqs[middle] ?? 0) <= max) low = middle + 1
    else high = middle
  }
  return low
}
