import { instantText } from '@kaibo/contract/kernel/day.ts'
import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow, Change } from '@kaibo/contract/audit/audit.schema.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import type { Permission } from '@kaibo/contract/kernel/endpoint.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import type { Tone } from '#kit/status/status.tsx'

export const toneOf: Record<AuditRow['outcome'], Tone> = {
  [AuditOutcome.done]: 'ok',
  [AuditOutcome.interrupted]: 'attention',
}

/** The place that an address names; in a link that was typed it may be no place at all. */
export const seqOf = (id: string): number | undefined =>
  /^\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined

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

/**
 * Where what was written to is shown: by the first half of the action's name. A row names accounts, groups and organisations
 * as people do, so that their lists look for the name.
 */
const places: Readonly<Record<string, { screen: keyof typeof screens; param: string }>> = {
  account: { screen: 'account', param: 'keyword' },
  group: { screen: 'accountGroup', param: 'keyword' },
  commission: { screen: 'backaccount', param: 'keyword' },
  talk: { screen: 'talk', param: 'keyword' },
  org: { screen: 'sociatyAccount', param: 'keyword' },
  room: { screen: 'digitalActor', param: 'room' },
}

export function placeOf({
  action,
  target,
}: Pick<AuditRow, 'action' | 'target'>): { to: string; can: Permission } | undefined {
  const place = places[action.slice(0, action.indexOf('.'))]
  if (!place || !target || action === 'room.delete') return undefined
  const { path, can } = screens[place.screen]
  return { to: `${path}?${new URLSearchParams({ [place.param]: target }).toString()}`, can }
}
