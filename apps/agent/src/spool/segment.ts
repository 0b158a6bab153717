import * as fs from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { writeWholeSync } from '#disk/json-file.ts'
import { linesIn, textOf, type Line } from './line.ts'
import { leastOf, MONEY, reduced } from './value.ts'

const datasync = promisify(fs.fdatasync)
const OPEN = fs.constants.O_RDWR | fs.constants.O_CREAT

/**
 * One file of the spool, named by the first sequence number that it may hold. When `write` returns, a line survives the end of
 * the process; it survives a power cut (`safe`) only after `sync`.
 */
export class Segment {
  readonly path: string
  readonly first: number
  /** Length of the complete lines in the file. */
  bytes = 0
  seqs: number[] = []
  /** Length, and last number, of the part that survives a power cut. */
  safe = { bytes: 0, last: 0 }
  /** Changes when lines are removed, so that readers read the file again. */
  edition = 0
  /** The lowest value among its items. */
  #least = MONEY
  #fd: number | undefined
  /** The file may be longer than `bytes`: a crash or a full disk cut a write short. */
  #mayBeTorn = true
  /** Written, and not yet safe. */
  #written: Buffer[] = []
  /** After a failed sync the system may have lost data that it considers written: it has to be written again. */
  #mustRepeat = false

  private constructor(path: string, first: number) {
    this.path = path
    this.first = first
    this.safe.last = first - 1
  }

  /** The empty file is made at once: its name keeps the number while older files are deleted. */
  static create(folder: string, first: number): Segment {
    const segment = new Segment(join(folder, `${String(first).padStart(12, '0')}.jsonl`), first)
    segment.#open()
    return segment
  }

  /** Reads what an earlier process left. `bad` counts lines that are whole but make no sense. */
  static async recover(path: string): Promise<{ segment: Segment; bad: number }> {
    const segment = new Segment(path, Number(basename(path, '.jsonl')))
    const { lines, goodBytes, bad } = linesIn(await readFile(path))
    segment.bytes = goodBytes
    for (const { seq, item } of lines) segment.#count(seq, item)
    await segment.sync()
    segment.close()
    return { segment, bad }
  }

  get last(): number {
    return this.seqs.at(-1) ?? this.first - 1
  }

  get isSafe(): boolean {
    return this.safe.bytes === this.bytes && this.safe.last === this.last
  }

  /** Adds a line, after cutting off what a failed write left. */
  write(seq: number, item: SpoolItem, text: string): void {
    const fd = this.#open()
    if (this.#mayBeTorn) fs.ftruncateSync(fd, this.bytes)
    this.#mayBeTorn = true
    const line = Buffer.from(text)
    writeAt(fd, line, this.bytes)
    this.#mayBeTorn = false
    this.bytes += line.length
    this.#count(seq, item)
    this.#written.push(line)
  }

  /** Waits until what was written is safe. */
  async sync(): Promise<void> {
    if (this.isSafe) return
    const safe = { bytes: this.bytes, last: this.last }
    const count = this.#written.length
    const fd = this.#open()
    if (this.#mustRepeat) writeAt(fd, Buffer.concat(this.#written), this.safe.bytes)
    this.#mustRepeat = true
    await datasync(fd)
    this.#mustRepeat = false
    this.#written.splice(0, count)
    this.safe = safe
  }

  /** The safe lines, from a byte on that begins one. */
  linesFrom(from: number): Line[] {
    const content = Buffer.alloc(this.safe.bytes - from)
    const fd = fs.openSync(this.path, 'r')
    try {
      fs.readSync(fd, content, 0, content.length, from)
    } finally {
      fs.closeSync(fd)
    }
    return linesIn(content).lines
  }

  /** Drops items worth up to `worth`; answers how many. Not to be used on the newest file, which keeps the last number. */
  giveUp(worth: number): number {
    if (this.#least > worth) return 0
    const before = this.linesFrom(0)
    const after = before.flatMap(({ seq, item }) => {
      const kept = reduced(item, worth)
      return kept ? [{ seq, item: kept }] : []
    })
    const content = Buffer.from(after.map(textOf).join(''))
    this.close()
    writeWholeSync(this.path, content)
    this.bytes = content.length
    this.seqs = []
    this.#least = MONEY
    for (const { seq, item } of after) this.#count(seq, item)
    this.safe = { bytes: this.bytes, last: this.last }
    this.edition++
    return before.length - after.length
  }

  close(): void {
    const fd = this.#fd
    // Closed or not, it is of no use any more.
    this.#fd = undefined
    if (fd !== undefined) fs.closeSync(fd)
  }

  #open(): number {
    return (this.#fd ??= fs.openSync(this.path, OPEN, 0o600))
  }

  #count(seq: number, item: SpoolItem): void {
    this.seqs.push(seq)
    this.#least = Math.min(this.#least, leastOf(item))
  }
}

function writeAt(fd: number, content: Buffer, position: number): void {
  for (let done = 0; done < content.length;)
    done += fs.writeSync(fd, content, done, content.length - done, position + done)
}
