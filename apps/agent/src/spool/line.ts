import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** One line of a segment. Sequence numbers only grow, but may leave gaps where items were given up. */
export interface Line {
  seq: number
  item: SpoolItem
  /** As it stands in the file. */
  bytes: number
}

export const textOf = ({ seq, item }: Pick<Line, 'seq' | 'item'>): string =>
  `${JSON.stringify({ seq, item })}\n`

const NEWLINE = 0x0a

/**
 * Only what was written to its end: a line that a crash tore is not there. Counted in bytes as they are: damaged ones are of
 * another length once they are decoded.
 */
export function linesIn(content: Buffer): { lines: Line[]; goodBytes: number; bad: number } {
  const lines: Line[] = []
  let goodBytes = 0
  let bad = 0
  for (;;) {
    const end = content.indexOf(NEWLINE, goodBytes)
    if (end < 0) return { lines, goodBytes, bad }
    const line = parse(content.toString('utf8', goodBytes, end), end + 1 - goodBytes)
    goodBytes = end + 1
    if (line) lines.push(line)
    else bad++
  }
}

function parse(text: string, bytes: number): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || !Number.isInteger(value['seq']) || !isRecord(value['item']))
      return undefined
    // Our own line: the item was checked when it was made
    const { seq, item } = value as unknown as Omit<Line, 'bytes'>
    return { seq, item, bytes }
  } catch {
    return undefined
  }
}
