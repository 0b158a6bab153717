import { open, readFile, type FileHandle } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { writeWhole } from '#disk/json-file.ts'
import { linesIn, textOf, type Line } from './line.ts'

/** One file of the spool, named by the first sequence number that it may hold. */
export class Segment {
  readonly path: string
  readonly first: number
  /** What is known to be on disk. */
  bytes = 0
  seqs: number[] = []
  #handle: FileHandle | undefined
  /** The file may be longer than `bytes`: a crash or a full disk cut a write short. */
  #mayBeTorn = true
  #cache: { bytes: number; lines: Line[] } | undefined

  private constructor(path: string, first: number) {
    this.path = path
    this.first = first
  }

  /** The empty file is made at once: its name keeps the number while older files are deleted. */
  static async create(folder: string, first: number): Promise<Segment> {
    const segment = new Segment(join(folder, `${String(first).padStart(12, '0')}.jsonl`), first)
    segment.#handle = await open(segment.path, 'a+', 0o600)
    return segment
  }

  /** Reads what an earlier process left. `bad` counts lines that are whole but make no sense. */
  static async recover(path: string): Promise<{ segment: Segment; bad: number }> {
    const segment = new Segment(path, Number(basename(path, '.jsonl')))
    const { lines, goodBytes, bad } = linesIn(await readFile(path))
    segment.bytes = goodBytes
    segment.seqs = lines.map(({ seq }) => seq)
    return { segment, bad }
  }

  get last(): number {
    return this.seqs.at(-1) ?? this.first - 1
  }

  /** Adds lines and waits until they are on the disk. What a failed write left behind, the next one cuts off. */
  async append(lines: readonly { seq: number; text: string }[]): Promise<void> {
    const handle = (this.#handle ??= await open(this.path, 'a+', 0o600))
    if (this.#mayBeTorn) await handle.truncate(this.bytes)
    this.#mayBeTorn = true
    const content = Buffer.from(lines.map(({ text }) => text).join(''))
    for (let done = 0; done < content.length;) {
      const { bytesWritten } = await handle.write(content, done)
      done += bytesWritten
    }
    await handle.datasync()
    this.#mayBeTorn = false
    this.bytes += content.length
    this.seqs.push(...lines.map(({ seq }) => seq))
  }

  /** The lines known to be on disk. */
  async lines(): Promise<Line[]> {
    const known = this.#cache
    if (known?.bytes === this.bytes) return known.lines
    const { bytes } = this
    const from = known && known.bytes < bytes ? known.bytes : 0
    const { lines } = linesIn(await this.#read(from, bytes))
    this.#cache = { bytes, lines: from > 0 && known ? [...known.lines, ...lines] : lines }
    return this.#cache.lines
  }

  /** Not for the newest segment: it must keep the last number that was given out. */
  async rewrite(change: (item: SpoolItem) => SpoolItem | undefined): Promise<number> {
    const before = await this.lines()
    const after = before.flatMap(({ seq, item }) => {
      const kept = change(item)
      return kept ? [{ seq, item: kept }] : []
    })
    const content = after.map(textOf).join('')
    await this.close()
    if (Buffer.byteLength(content) === this.bytes) return 0
    await writeWhole(this.path, content)
    this.bytes = Buffer.byteLength(content)
    this.seqs = after.map(({ seq }) => seq)
    this.#cache = undefined
    return before.length - after.length
  }

  async close(): Promise<void> {
    const handle = this.#handle
    // Closed or not, it is of no use any more.
    this.#handle = undefined
    this.#cache = undefined
    await handle?.close()
  }

  async #read(from: number, to: number): Promise<Buffer> {
    const handle = await open(this.path, 'r')
    try {
      const content = Buffer.alloc(to - from)
      await handle.read(content, 0, content.length, from)
      return content
    } finally {
      await handle.close()
    }
  }
}
