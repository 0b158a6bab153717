import type { HistoryRow } from '@kaibo/contract/history/history.schema.ts'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'

type Change = HistoryRow['changes'][number]

/** One side of a change as people read it. */
export function valueOf({ kind }: Change, side: string): string {
  if (kind === 'fen') return formatYuan(Number(side))
  if (kind === 'instant') return instantText(Number(side))
  return kind === 'rate' ? `${Number(side) / 100}%` : side
}

/** The items of one side of a set. */
export const itemsOf = (side: string | null): string[] =>
  side === null ? [] : (JSON.parse(side) as string[])

/** 夜谈 → 早间; +编辑 −查看; 夜谈. */
export function lineOf(change: Change): string {
  const { kind, before, after } = change
  if (kind === 'set') {
    const signed = [
      ...itemsOf(before).map((one) => `−${one}`),
      ...itemsOf(after).map((one) => `+${one}`),
    ]
    return signed.join(' ')
  }
  const sides = [before, after].map((side) => (side === null ? '' : valueOf(change, side)))
  return before === null ? (sides[1] ?? '') : sides.join(' → ')
}
