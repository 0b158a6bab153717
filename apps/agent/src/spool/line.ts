import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** One line of a segment. Sequence numbers only grow, but may leave gaps where items were given up. */
export interface Line {
  seq: number
  item: SpoolItem
}

export const textOf = (line: Line): string => `${JSON.stringify(line)}\n`

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
    const line = parse(content.toString('utf8', goodBytes, end))
    goodBytes = end + 1
    if (line) lines.push(line)
    else bad++
  }
}

function parse(text: string): Line | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || !Number.isInteger(value['seq']) || !isRecord(value['item']))
      return undefined
    // Our own line: the item was checked when it was made
    return value as unknown as Line
  } catch {
    return undefined
  }
}
