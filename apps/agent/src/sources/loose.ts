import { storable } from '@kaibo/contract/live/event.ts'

/* Values as platforms really send them: numbers as text, text as numbers, and neither where the documents promise one. */

export function looseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}

/** A whole number within bounds; nothing where there is none at all. */
export function looseCount(value: unknown, max: number): number | undefined {
  const number = looseNumber(value)
  return number === undefined ? undefined : Math.min(max, Math.max(0, Math.trunc(number)))
}

/** Text that can be stored, identifiers too: those of some are made from a name, and a name may be cut anywhere, here as well. */
export function looseText(value: unknown, max: number): string {
  if (typeof value === 'string') return storable(value.slice(0, max))
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

export const looseFlag = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true'
