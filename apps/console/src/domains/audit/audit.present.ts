import { AuditOutcome } from '@kaibo/contract/audit/audit.enums.ts'
import type { AuditRow } from '@kaibo/contract/audit/audit.schema.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import type { Permission } from '@kaibo/contract/kernel/endpoint.ts'
import type { Tone } from '#kit/status/status.tsx'

export const toneOf: Record<AuditRow['outcome'], Tone> = {
  [AuditOutcome.done]: 'ok',
  [AuditOutcome.interrupted]: 'attention',
}

/** The row number in the address; undefined if a typed link has none. */
export const seqOf = (id: string): number | undefined =>
  /^\d+$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : undefined

/**
 * The screen that shows the changed record, by the first half of the action's name. A list is searched for the name, a room opened by its
 * code.
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
  target_id,
}: Pick<AuditRow, 'action' | 'target' | 'target_id'>): { to: string; can: Permission } | undefined {
  const place = places[action.slice(0, action.indexOf('.'))]
  if (!place || !target || action === 'room.delete') return undefined
  const { path, can } = screens[place.screen]
  // Rows from before rooms were named have the code as their target.
  const value = place.param === 'room' ? (target_id ?? target) : target
  return { to: `${path}?${new URLSearchParams({ [place.param]: value }).toString()}`, can }
}
