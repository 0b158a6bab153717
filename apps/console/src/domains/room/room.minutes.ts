import type { RunSummary } from '@kaibo/contract/room/room.schema.ts'

const MINUTE_MS = 60_000

/**
 * Fen by the minute since the run began, of the last 30 minutes at most; the last is the minute that goes on. What was before
 * the run is no missing income.
 */
export function minutesOfRun(
  { per_minute, started_at }: RunSummary,
  now: number,
): readonly number[] {
  const begun = Math.floor(now / MINUTE_MS) - Math.floor(started_at / MINUTE_MS) + 1
  return per_minute.slice(-Math.max(1, begun))
}
