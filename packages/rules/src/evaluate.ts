import type { Decision } from './decision.ts'
import type { RuleEvent } from './event.ts'
import type { Asking } from './frame.ts'
import type { Program } from './program.ts'
import type { RuleState } from './state.ts'
import { Walk } from './walk.ts'

/**
 * Decides one event. Each rule set that listens to it adds one decision for each rule that fires, or a single one with the reason why it
 * is silent. Cooldowns and limits are reserved in `state` before this returns: were they reserved when the line is spoken, every event
 * that comes while it waits in the queue would fire as well.
 */
export function evaluate(
  program: Program,
  event: RuleEvent,
  state: RuleState,
  asking: Asking,
): Decision[] {
  const decisions: Decision[] = []
  const route = program.routes.get(event.key)
  if (!route) return decisions
  const frame = route.take()
  frame.load(event, state, asking)
  for (const set of route.sets) {
    const walk = new Walk(route, set, frame, decisions)
    if (walk.visit(set.root) !== 'fired') walk.explain()
    walk.end()
  }
  route.give(frame)
  return decisions
}
