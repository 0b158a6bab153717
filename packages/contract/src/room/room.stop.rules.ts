import { capOf } from '../agent/stop.schema.ts'
import { nextAt } from '../kernel/zone.ts'
import type { RunStop, StopBy, StopRule } from './room.stop.schema.ts'

/* When a run ends by itself, counted from its rule. */

const MINUTE_MS = 60_000

/** What is kept with a run. */
export interface StoredStop {
  stop: RunStop | null
  /** The wish of a rule that was heard last. */
  heard: string | null
}

/** How many minutes after its set time a run may still be on air. */
export const capMinutesOf = ({ mode, cap_min }: Pick<StopRule, 'mode' | 'cap_min'>): number =>
  capOf(mode, cap_min)

/** `at`: the instant, where it is known; without any it is due now. */
export function stopOf(
  { at: time, ...rule }: StopRule,
  { zone, now, by, at }: { zone: string; now: number; by: StopBy; at?: number },
): RunStop {
  const set = at ?? (time === undefined ? now : nextAt(zone, time, now))
  return { ...rule, at: set, due_at: set, cap_at: set + capMinutesOf(rule) * MINUTE_MS, by }
}
