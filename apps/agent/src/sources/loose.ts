import { storable } from '@kaibo/contract/live/event.ts'

/* Values as platforms really send them: numbers as text, text as numbers, and neither where the documents promise one. */

export function looseNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || !/^\s*-?\d+(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value)
}

/** A whole number within bounds; undefined where the value is no number. */
export function looseCount(value: unknown, max: number): number | undefined {
  const number = looseNumber(value)
  return number === undefined ? undefined : Math.min(max, Math.max(0, Math.trunc(number)))
}

/** Text made storable and cut to `max`. Also for identifiers: some platforms make them from names, cut at any place. */
export function looseText(value: unknown, max: number): string {
  if (typeof value === 'string') return storable(value.slice(0, max))
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
}

export const looseFlag = (value: unknown): boolean =>
  value === true || value === 1 || value === '1' || value === 'true'
