import { IDLE, TIMER } from '@kaibo/contract/talk/talk.events.ts'
import type { Trigger } from '@kaibo/contract/talk/talk.schema.ts'
import { NotifyMode } from '@kaibo/contract/facts/enums.ts'

/* The keys of routes. An event has one of its own, one for each time within which its gifts are folded, one for each lead. */

export const foldRoute = (event: string, ms: number): string => `${event}~${ms}`
export const leadRoute = (event: string, seconds: number): string => `${event}-${seconds}s`
/** A timer rings for its own node. */
export const timerRoute = (nodeKey: string): string => `${TIMER}:${nodeKey}`

export const isAdvance = ({ notify }: Trigger): boolean => notify === NotifyMode.advance

/** The route that the trigger listens to. `nodeKey`: of the node that has it. */
export function routeOf(trigger: Trigger, nodeKey: string): string {
  const { event, lead_s, merge_ms, every_s } = trigger
  if (event === TIMER) return every_s === undefined ? TIMER : timerRoute(nodeKey)
  if (isAdvance(trigger)) return leadRoute(event, lead_s ?? 0)
  return merge_ms === undefined || event === IDLE ? event : foldRoute(event, merge_ms)
}
