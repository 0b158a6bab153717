import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'

/** A rule whose conditions did not hold: of many, that tells nothing of any one. */
const NOT_MEANT: ReadonlySet<string> = new Set([Reason.cond, Reason.off, Reason.window])

/**
 * The decision that says most about what became of an event: one that fired, else one that something held back. `unmatched`
 * where no rule was meant, nothing where no decision is known.
 */
export function verdictOf(decisions: readonly Moment[]): Moment | 'unmatched' | undefined {
  if (decisions.length === 0) return undefined
  const fired = decisions.find(({ tag }) => tag === Reason.fired)
  return fired ?? decisions.find(({ tag }) => !NOT_MEANT.has(tag)) ?? 'unmatched'
}
