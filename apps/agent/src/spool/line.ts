import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** One line of a segment. Sequence numbers rise; numbers of dropped items are missing. */
export interface Line {
  seq: number
  item: SpoolItem
  /** Length in the file. */
  bytes: number
}

export const textOf = ({ seq, item }: Pick<Line, 'seq' | 'item'>): string =>
  `${JSON.stringify({ seq, item })}\n`

const NEWLINE = 0x0a

/**
 * The complete lines; one that a crash cut off is left out. Lengths are those of the raw bytes, because decoding damaged ones
 * changes their length.
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
    // Not checked again: the item was checked when this program wrote it
    const { seq, item } = value as unknown as Omit<Line, 'bytes'>
    return { seq, item, bytes }
  } catch {
    return undefined
  }
}
