import { decisionOf, type Decision } from './decision.ts'
import type { RuleEvent } from './event.ts'
import { nodeKey, type Pot } from './pots.ts'
import type { MergingNode, Program } from './program.ts'
import type { RuleState } from './state.ts'
import { Walk } from './walk.ts'

interface TickOptions {
  now: number
  trace: boolean
  /** Variables that have another value now than in the last event. */
  vars?: RuleEvent['vars']
}

/**
 * Answers the pots whose cooldown has ended, each in the name of its last event; to be called about once a second. A pot that a gate or
 * an error keeps back is one decision with the reason, and is asked again at each tick. If it is still kept back when its cooldown's
 * length has passed since then, it is dropped: EXPIRED.
 */
export function tick(program: Program, state: RuleState, options: TickOptions): Decision[] {
  const decisions: Decision[] = []
  for (const { pot, place } of duePots(program, state, options.now)) {
    // The answer to a pot before it may have included it, or added to it
    if (!state.pots.holds(pot)) continue
    if (place) ask(pot, place, state, options, decisions)
    else {
      state.pots.remove(pot)
      decisions.push(decisionOf(pot.set_id, goneNode(pot), 'EXPIRED', pot.event))
    }
  }
  return decisions
}

interface DuePot {
  pot: Pot
  /** Nothing where the node is gone, or merges no more. */
  place: MergingNode | undefined
}

/** By the end of the cooldown, then set, node and arrival. */
function duePots(program: Program, state: RuleState, now: number): DuePot[] {
  const due: DuePot[] = []
  for (const pot of state.pots.all()) {
    // One that was added to on a clock that was ahead waits no longer
    if (pot.until > now && pot.heldAt <= now) continue
    const key = nodeKey(pot.set_id, pot.node_id)
    due.push({ pot, place: program.get(pot.event.key)?.merging.get(key) })
  }
  const rank = ({ place }: DuePot) => place?.order ?? Number.MAX_SAFE_INTEGER
  return due.sort((a, b) => a.pot.until - b.pot.until || rank(a) - rank(b))
}

function ask(
  pot: Pot,
  { frame, set, path, node, cooldown }: MergingNode,
  state: RuleState,
  { now, trace, vars }: TickOptions,
  decisions: Decision[],
): void {
  frame.load({ ...pot.event, vars: { ...pot.event.vars, ...vars } }, state, now)
  const running = cooldown.running(frame)
  if (running && running.from < pot.until) {
    // The cooldown that it waits for was made longer meanwhile
    pot.until = running.until
    return
  }
  const walk = new Walk(set, frame, decisions, trace)
  const answer = walk.visitAgain(path, pot)
  if (answer === 'held') walk.explain()
  else if (answer !== 'fired') {
    const isFirstTime = pot.askedAt === undefined
    pot.askedAt = Math.min(pot.askedAt ?? now, now)
    if (now - pot.askedAt >= cooldown.ms) {
      state.pots.remove(pot)
      walk.decide(node, 'EXPIRED')
    } else if (isFirstTime) walk.explain()
  }
  walk.end()
}

/** Of a node that the rules do not have any more only the name is known. */
const goneNode = ({ node_id, node_name }: Pot) => ({
  id: node_id,
  name: node_name,
  path: '',
  priority: 0,
  ttlMs: 0,
})
