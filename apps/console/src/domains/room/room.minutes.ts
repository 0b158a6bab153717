import type { RunSummary } from '@kaibo/contract/room/room.schema.ts'

const MINUTE_MS = 60_000

/** So that the first minutes are not as wide as the whole chart. */
const FEWEST = 10

/**
 * Fen by the minute since the run began, of the last 30 minutes at most; the last is the minute that goes on. Before the run
 * there is no income to miss: `null`.
 */
export function minutesOfRun(
  { per_minute, started_at }: Pick<RunSummary, 'per_minute' | 'started_at'>,
  now: number,
): readonly (number | null)[] {
  const begun = Math.max(1, Math.floor(now / MINUTE_MS) - Math.floor(started_at / MINUTE_MS) + 1)
  const shown = per_minute.slice(-Math.max(FEWEST, begun))
  return shown.map((fen, i) => (i < shown.length - begun ? null : fen))
}
