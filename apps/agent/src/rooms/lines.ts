import type { Decision } from '@kaibo/rules/decision.ts'
import { nodeKey } from '@kaibo/rules/pots.ts'
import type { Line } from '#talk/anchor.ts'

/** Events at which an anchor is glad. */
const GIVEN = ['gift.', 'guard.', 'super_chat.']

/** What a decision has the anchor say. */
export function linesOf({ effects, ...of }: Decision): Line[] {
  const { priority, ttl_ms, event_id, replaces = false, node_name: cause } = of
  const isHappy = GIVEN.some((key) => of.event_key.startsWith(key))
  const node = nodeKey(of.set_id, of.node_id)
  const line = { priority, ttl_ms, event_id, node, cause, replaces, isHappy }
  return effects.flatMap((effect) =>
    effect.kind === 'say' ? [{ ...line, text: effect.text, review: effect.review ?? false }] : [],
  )
}
