import { unlinkSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '#log/log.ts'
import { Segment } from './segment.ts'
import { EVENT, LOG } from './value.ts'

const SEGMENT_BYTES = 262_144

/** The files of a spool, oldest first; never none. */
export class Segments {
  readonly #folder: string
  #all: Segment[]
  #bytes: number

  private constructor(folder: string, all: Segment[]) {
    this.#folder = folder
    this.#all = all
    this.#bytes = all.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Opens the files of an earlier process, or creates an empty one. */
  static async recover(folder: string, log: Log): Promise<Segments> {
    await mkdir(folder, { recursive: true })
    const names = (await readdir(folder)).filter((name) => /^\d+\.jsonl$/.test(name)).sort()
    const all: Segment[] = []
    for (const name of names) {
      const { segment, bad } = await Segment.recover(join(folder, name))
      if (bad > 0) log.error({ file: name, lines: bad }, '待发数据有损坏的行，已跳过')
      all.push(segment)
    }
    return new Segments(folder, all.length > 0 ? all : [Segment.create(folder, 1)])
  }

  get all(): readonly Segment[] {
    return this.#all
  }

  get newest(): Segment {
    return this.#all.at(-1) as Segment
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The last number that survives a power cut. */
  get lastSafe(): number {
    const unsafe = this.#all.find(({ isSafe }) => !isSafe)
    return (unsafe ?? this.newest).safe.last
  }

  write(...[seq, item, text]: Parameters<Segment['write']>): void {
    if (this.newest.bytes >= SEGMENT_BYTES) this.roll(seq)
    const { newest } = this
    const before = newest.bytes
    newest.write(seq, item, text)
    this.#bytes += newest.bytes - before
  }

  /** Starts a new file, which begins with this number. */
  roll(seq: number): void {
    const { newest } = this
    if (newest.seqs.length === 0) return
    this.#all.push(Segment.create(this.#folder, seq))
    if (newest.isSafe) newest.close()
  }

  /** Waits until all that was written is safe. */
  async sync(): Promise<void> {
    for (const segment of this.#all) {
      if (segment.isSafe) continue
      await segment.sync()
      if (segment !== this.newest) segment.close()
    }
  }

  /**
   * Drops items worth up to `worth`, the least valuable first and of equal value the oldest first, until at most `bytes` are
   * left. Answers how many were dropped.
   */
  shrinkTo(bytes: number, worth: number): number {
    let given = 0
    for (let level = LOG; level <= Math.min(worth, EVENT); level++) {
      for (const segment of this.#all.slice(0, -1)) {
        if (this.#bytes <= bytes) return given
        if (segment.isSafe) given += this.#giveUp(segment, level)
      }
    }
    return given
  }

  /** Deletes files, but never the newest: it keeps the last number. */
  delete(isOver: (segment: Segment) => boolean): void {
    for (const segment of this.#all.slice(0, -1)) {
      if (!segment.isSafe || !isOver(segment)) continue
      segment.close()
      unlinkSync(segment.path)
      this.#all = this.#all.filter((other) => other !== segment)
      this.#bytes -= segment.bytes
    }
  }

  close(): void {
    for (const segment of this.#all) segment.close()
  }

  /** Drops items of one file. If the disk cannot even store the shorter file, the longer one is kept. */
  #giveUp(segment: Segment, worth: number): number {
    const before = segment.bytes
    let given = 0
    try {
      given = segment.giveUp(worth)
      this.#bytes -= before - segment.bytes
      if (segment.seqs.length === 0) this.delete((other) => other === segment)
    } catch {}
    return given
  }
}
