import type { Decision } from './decision.ts'
import type { RuleEvent } from './event.ts'
import type { Program } from './program.ts'
import type { RuleState } from './state.ts'
import { Walk } from './walk.ts'

/**
 * Decides one event. Each rule set that listens to it adds one decision for each line it speaks, or a single one with the reason why it
 * is silent. Cooldowns and limits are reserved in `state` before this returns: were they reserved when the line is spoken, every event
 * that comes while it waits in the queue would fire as well.
 */
export function evaluate(
  program: Program,
  event: RuleEvent,
  state: RuleState,
  options: { now: number; trace: boolean },
): Decision[] {
  const decisions: Decision[] = []
  const route = program.get(event.key)
  if (!route) return decisions
  const { frame, sets } = route
  frame.load(event, state, options.now)
  for (const set of sets) {
    const walk = new Walk(set, frame, decisions, options.trace)
    if (walk.visit(set.root) !== 'fired') walk.explain()
    walk.end()
  }
  return decisions
}
