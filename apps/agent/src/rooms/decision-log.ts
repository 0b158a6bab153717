import type { SpoolItem } from '@kaibo/contract/agent/frames.ts'
import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Decision } from '@kaibo/rules/decision.ts'

const WINDOW_MS = 1_000
/** How many decisions without a line are kept a second: enough to find out why, few enough not to hide the rest. */
const HELD_BACK_A_SECOND = 20
const NOT_MEANT_A_SECOND = 3
const MAX_TRACE_CHARACTERS = 16_384

/** Reasons of rules whose conditions held but that something else stopped. */
const HELD_BACK: readonly Reason[] = [
  ...(['COOLDOWN', 'LIMIT', 'PROB', 'MUTEX'] as const),
  ...(['BUSY', 'BLOCKED', 'ERROR', 'EXPIRED'] as const),
]

/** Chooses which decisions are worth keeping: all that fired, and of the others a bounded number a second. */
export class DecisionLog {
  #windowEnds = 0
  #heldBack = 0
  #notMeant = 0

  keeps({ outcome }: Decision, elapsed: number): boolean {
    if (outcome === 'FIRED') return true
    if (elapsed >= this.#windowEnds) {
      this.#windowEnds = elapsed + WINDOW_MS
      this.#heldBack = 0
      this.#notMeant = 0
    }
    return HELD_BACK.includes(outcome)
      ? this.#heldBack++ < HELD_BACK_A_SECOND
      : this.#notMeant++ < NOT_MEANT_A_SECOND
  }
}

/** A trace with its steps written out; nothing where that is too long. */
function plain(trace: Decision['trace']): Record<string, unknown> | null {
  if (!trace) return null
  const { set, event, event_id, now, result, steps } = trace
  const written = { set, event, event_id, now, result, steps }
  return JSON.stringify(written).length <= MAX_TRACE_CHARACTERS ? written : null
}

export function decisionItem(
  decision: Decision,
  room: { room_code: string; run_id: string | null },
  at: number,
): SpoolItem {
  const { event_id, event_key, set_id, v, node_id, node_name, outcome, text, trace } = decision
  const effects = decision.effects.map(({ effect_id, kind }) => ({ effect_id, kind }))
  return {
    type: 'decision',
    ...room,
    at,
    event_id,
    event_key,
    set_id,
    node_id,
    node_name,
    outcome,
    text: text ?? null,
    trace: plain(trace),
    v,
    ...(effects.length > 0 && { effects }),
  }
}
