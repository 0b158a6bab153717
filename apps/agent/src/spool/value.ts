import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'

/** What a spool item is worth when not all can be kept, least first. */
export const LOG = 0
export const DECISION = 1
const SPEECH = 2
export const EVENT = 3
const ROUND = 4
const CMD = 5
/** Never given up for anything else. */
export const MONEY = 6

export function valueOf(item: SpoolItem): number {
  if (item.type === 'log' || item.type === 'tape') return LOG
  if (item.type === 'decision' || item.type === 'counts') return DECISION
  if (item.type === 'speech') return SPEECH
  if (item.type === 'round' || item.type === 'lottery') return ROUND
  if (item.type === 'cmd' || item.type === 'insert' || item.type === 'effect') return CMD
  return (item.event.gift?.fen ?? 0) > 0 ? MONEY : EVENT
}

/** What the least part of an item is worth. Traces and readings, most of a decision's size, go with the logs. */
export const leastOf = (item: SpoolItem): number => (hasDetail(item) ? LOG : valueOf(item))

/** What is left of an item when everything up to `worth` is given up. */
export function reduced(item: SpoolItem, worth: number): SpoolItem | undefined {
  if (valueOf(item) <= worth) return undefined
  if (!hasDetail(item)) return item
  const { vars: _, prior: __, ...rest } = item
  return { ...rest, trace: null }
}

type Decision = Extract<SpoolItem, { type: 'decision' }>

const hasDetail = (item: SpoolItem): item is Decision =>
  item.type === 'decision' &&
  (item.trace !== null || item.vars !== undefined || item.prior !== undefined)
