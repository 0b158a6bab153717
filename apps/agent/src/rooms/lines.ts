import type { Decision } from '@kaibo/rules/decision.ts'
import { nodeKey } from '@kaibo/rules/pots.ts'
import type { Line } from '#talk/anchor.ts'

/** What a decision has the anchor say. */
export function linesOf({ effects, ...of }: Decision): Line[] {
  const { priority, ttl_ms, event_id, replaces = false, node_name: cause } = of
  const line = { priority, ttl_ms, event_id, node: nodeKey(of.set_id, of.node_id), cause, replaces }
  return effects.flatMap((effect) =>
    effect.kind === 'say' ? [{ ...line, text: effect.text, review: effect.review ?? false }] : [],
  )
}
