import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Line } from './line.ts'
import type { Segment } from './segment.ts'

/** Items in the order of their numbers; numbers of dropped items are missing. Never empty. */
export interface Batch {
  first_seq: number
  last_seq: number
  seqs: number[]
  items: SpoolItem[]
}

export interface Limits {
  items: number
  /** The items' length on the disk, which is also their length in a frame. */
  bytes: number
}

interface Known {
  edition: number
  bytes: number
  lines: Line[]
}

/** Files whose lines are remembered. Two batches, live and backlog, may each span two files. */
const KEPT = 4

/** Reads batches, and remembers the lines of the files that it has read last. */
export class Reader {
  readonly #known = new Map<Segment, Known>()

  /** The safe items after `after` and up to `upTo`. */
  read(
    segments: readonly Segment[],
    after: number,
    limits: Limits,
    upTo: number,
  ): Batch | undefined {
    const lines: Line[] = []
    let bytes = 0
    for (const segment of segments) {
      if (segment.safe.last <= after) continue
      if (segment.first > upTo) break
      for (const line of this.#linesOf(segment)) {
        if (line.seq <= after) continue
        bytes += line.bytes
        if (line.seq > upTo || lines.length === limits.items) return batchOf(lines)
        if (lines.length > 0 && bytes > limits.bytes) return batchOf(lines)
        lines.push(line)
      }
    }
    return batchOf(lines)
  }

  #linesOf(segment: Segment): readonly Line[] {
    const { edition, safe } = segment
    const known = this.#known.get(segment)
    const isCurrent = known?.edition === edition
    const lines = isCurrent ? known.lines : []
    const from = isCurrent ? known.bytes : 0
    if (from < safe.bytes) lines.push(...segment.linesFrom(from))
    // Set anew, so that the oldest in the map is the one that was not read for longest
    this.#known.delete(segment)
    this.#known.set(segment, { edition, bytes: safe.bytes, lines })
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break
      this.#known.delete(oldest)
    }
    return lines
  }
}

function batchOf(lines: readonly Line[]): Batch | undefined {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return undefined
  return {
    first_seq: first.seq,
    last_seq: last.seq,
    seqs: lines.map(({ seq }) => seq),
    items: lines.map(({ item }) => item),
  }
}
