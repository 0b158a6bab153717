import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import { isRecord } from '#json/record.ts'

/** One line of a segment. Sequence numbers only grow, but may leave gaps where items were given up. */
export interface Line {
  seq: number
  item: SpoolItem
}

export const textOf = (line: Line): string => `${JSON.stringify(line)}\n`

/** Only what was written to its end: a line that a crash tore is not there. */
export function linesIn(text: string): { lines: Line[]; goodBytes: number; bad: number } {
  const end = text.lastIndexOf('\n') + 1
  const whole = text.slice(0, end)
  const parsed = whole.split('\n').slice(0, -1).map(parse)
  const lines = parsed.filter((line) => line !== undefined)
  return { lines, goodBytes: Buffer.byteLength(whole), bad: parsed.length - lines.length }
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
