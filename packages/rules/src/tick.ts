import { decisionOf, type Decision } from './decision.ts'
import type { RuleEvent } from './event.ts'
import type { Asking } from './frame.ts'
import { nodeKey, type Pot } from './pots.ts'
import type { Program, Route, WaitingNode } from './program.ts'
import type { RuleState } from './state.ts'
import { Walk } from './walk.ts'

export interface Ticking extends Asking {
  /** Variables that have another value now than in the last event. */
  vars?: RuleEvent['vars']
}

/**
 * Answers what waited for a cooldown that has ended, each in the name of its last event; to be called about once a second. What was
 * merged and is kept back by a gate or an error is one decision with the reason, and is asked again at each tick; if it is still kept
 * back when its cooldown's length has passed since then, it is dropped: EXPIRED. What was queued is tried once.
 */
export function tick(program: Program, state: RuleState, options: Ticking): Decision[] {
  const decisions: Decision[] = []
  for (const { pot, place } of duePots(program, state, options.now)) {
    // The answer to a pot before it may have included it, or added to it
    if (!state.pots.holds(pot)) continue
    if (place) ask(pot, place, state, options, decisions)
    else {
      state.pots.remove(pot)
      const event = { id: pot.event.id, key: baseOf(program, pot.event.key) }
      decisions.push(decisionOf({ id: pot.set_id, version: 0 }, goneNode(pot), 'EXPIRED', event))
    }
  }
  return decisions
}

const baseOf = (program: Program, key: string): string =>
  program.routes.get(key)?.event.key ?? key.replace(/[~:].*$/, '')

interface Place extends WaitingNode {
  route: Route
}

interface DuePot {
  pot: Pot
  /** Nothing where the node is gone, or keeps nothing any more. */
  place: Place | undefined
}

/** By the end of the cooldown, then set, node and arrival. */
function duePots(program: Program, state: RuleState, now: number): DuePot[] {
  const due: DuePot[] = []
  for (const pot of state.pots.all()) {
    // One that was added to on a clock that was ahead waits no longer
    if (pot.until > now && pot.heldAt <= now) continue
    due.push({ pot, place: placeOf(program, pot) })
  }
  const rank = ({ place }: DuePot) => place?.order ?? Number.MAX_SAFE_INTEGER
  return due.sort((a, b) => a.pot.until - b.pot.until || rank(a) - rank(b))
}

function placeOf(program: Program, { set_id, node_id, event, isQueued }: Pot): Place | undefined {
  const route = program.routes.get(event.key)
  const node = route?.waiting.get(nodeKey(set_id, node_id))
  const keeps = isQueued ? node?.cooldown.queue : node?.cooldown.merge
  return route && node && keeps ? { ...node, route } : undefined
}

function ask(
  pot: Pot,
  place: Place,
  state: RuleState,
  options: Ticking,
  decisions: Decision[],
): void {
  const { route } = place
  const frame = route.take()
  frame.load({ ...pot.event, vars: { ...pot.event.vars, ...options.vars } }, state, options)
  const running = place.cooldown.running(frame)
  if (running && (pot.isQueued || running.from < pot.until)) {
    // The cooldown that it waits for was made longer meanwhile, or the one before it in the queue has begun it anew
    pot.until = running.until
  } else {
    const walk = new Walk(route, place.set, frame, decisions)
    if (pot.isQueued) tryOnce(walk, pot, place, state)
    else askAgain(walk, pot, place, state, options.now)
    walk.end()
  }
  route.give(frame)
}

function askAgain(walk: Walk, pot: Pot, place: Place, state: RuleState, now: number): void {
  const answer = walk.visitAgain(place.path, pot)
  if (answer === 'fired') return
  if (answer === 'held') return walk.explain()
  const isFirstTime = pot.askedAt === undefined
  pot.askedAt = Math.min(pot.askedAt ?? now, now)
  if (now - pot.askedAt >= place.cooldown.ms) {
    state.pots.remove(pot)
    walk.decide(place.node, 'EXPIRED')
  } else if (isFirstTime) walk.explain()
}

/** Only a cooldown above it makes it wait on; every other gate ends it. */
function tryOnce(walk: Walk, pot: Pot, { path }: Place, state: RuleState): void {
  const answer = walk.visitAgain(path, pot)
  if (answer === 'fired') return
  const above = answer === 'held' ? undefined : walk.stoppedAbove(path)
  const until = above && walk.cooldownEnd(above)
  if (until === undefined) {
    state.pots.remove(pot)
    walk.explain()
  } else pot.until = until
}

/** Of a node that the rules do not have any more only the name is known. */
const goneNode = ({ node_id, node_name }: Pot) => ({
  id: node_id,
  name: node_name,
  path: '',
  priority: 0,
  ttlMs: 0,
})
