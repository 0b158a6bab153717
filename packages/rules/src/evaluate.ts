import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import type { RuleEvent } from './event.ts'
import type { Frame } from './frame.ts'
import { passGates, reserve } from './gates.ts'
import type { CompiledNode, CompiledSet, Program } from './program.ts'
import { Recorder } from './recorder.ts'
import { speak } from './say.ts'
import type { RuleState } from './state.ts'

export interface Decision {
  set_id: string
  node_id: string
  node_name: string
  node_path: string
  outcome: Reason
  /** The line to speak, when FIRED. */
  text?: string
  priority: number
  /** After so long it is no longer worth saying. */
  ttl_ms: number
  event_id: string
  trace?: Trace
}

/**
 * Decides one event: for each rule set that listens to it the lines it speaks, or one decision that says why it is silent.
 * Cooldowns and limits are reserved in `state` before this returns, not when a line is spoken: else every event that
 * comes while a line waits would fire too.
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
    frame.recorder = options.trace ? new Recorder() : undefined
    const before = decisions.length
    const walk = new Walk(set, frame, decisions)
    if (walk.visit(set.root) !== 'fired') decisions.push(walk.silence())
    if (frame.recorder) attachTrace(decisions.slice(before), set, frame, frame.recorder)
  }
  return decisions
}

function attachTrace(
  decisions: readonly Decision[],
  set: CompiledSet,
  { event, now }: Frame,
  { steps }: Recorder,
): void {
  const result = decisions[0]?.outcome ?? 'ERROR'
  const trace = { set: set.title, event: event.key, event_id: event.id, now, result, steps }
  for (const decision of decisions) decision.trace = trace
}

/** Keeps the draw of a child apart from the node's other draws. */
const CHILD = 2

/**
 * What a node made of the event: it, or a node below it, fired; or one took it into an answer of later, and nobody else is to
 * answer the same again.
 */
type Answer = 'fired' | 'merged' | 'none'

/** One event's way through one rule set. */
class Walk {
  readonly #set: CompiledSet
  readonly #frame: Frame
  readonly #decisions: Decision[]
  #stoppedAt: CompiledNode
  #reason: Reason = 'COND'

  constructor(set: CompiledSet, frame: Frame, decisions: Decision[]) {
    this.#set = set
    this.#frame = frame
    this.#decisions = decisions
    this.#stoppedAt = set.root
  }

  visit(node: CompiledNode): Answer {
    const reason = passGates(node, this.#frame)
    if (reason) {
      this.#stop(node, reason)
      return reason === 'COOLDOWN' && node.cooldown?.merges ? 'merged' : 'none'
    }
    const restore = node.cooldown?.absorb(this.#frame)
    const answer = node.say ? this.#fire(node) : this.#descend(node)
    restore?.()
    if (answer === 'fired') reserve(node, this.#frame)
    return answer
  }

  silence(): Decision {
    return this.#decision(this.#stoppedAt, this.#reason)
  }

  #descend({ children, hit, seed }: CompiledNode): Answer {
    if (hit === 'random') return this.#first(this.#drawn(children, seed))
    if (hit === 'first') return this.#first(children)
    let best: Answer = 'none'
    for (const child of children) {
      const answer = this.visit(child)
      if (best !== 'fired' && answer !== 'none') best = answer
    }
    return best
  }

  #first(children: readonly CompiledNode[]): Answer {
    for (const child of children) {
      const answer = this.visit(child)
      if (answer !== 'none') return answer
    }
    return 'none'
  }

  /** The children in the order of a draw by weight: the first of them that fires is the same as a draw among those that would. */
  #drawn(children: readonly CompiledNode[], seed: number): CompiledNode[] {
    const weights = children.map(({ weight }) => weight)
    // The children draw too, so all of these draws come first
    const random = this.#frame.chance(seed, CHILD)
    const order: CompiledNode[] = []
    for (;;) {
      const pick = random.pick(weights)
      const child = children[pick]
      if (!child) break
      weights[pick] = 0
      order.push(child)
    }
    return order
  }

  #fire(node: CompiledNode): Answer {
    const text = node.say && speak(node.say, node.key, node.seed, this.#frame)
    if (text === undefined) {
      this.#stop(node, 'ERROR')
      return 'none'
    }
    const decision = this.#decision(node, 'FIRED')
    decision.text = text
    this.#decisions.push(decision)
    return 'fired'
  }

  /** Remembers the first node that stopped; one whose conditions held and that was held back says more than one that was not meant. */
  #stop(node: CompiledNode, reason: Reason): void {
    const isFirst = this.#stoppedAt === this.#set.root
    if (isFirst || (wasNotMeant(this.#reason) && !wasNotMeant(reason))) {
      this.#stoppedAt = node
      this.#reason = reason
    }
  }

  #decision({ id, name, path, priority, ttlMs }: CompiledNode, outcome: Reason): Decision {
    return {
      set_id: this.#set.id,
      node_id: id,
      node_name: name,
      node_path: path,
      outcome,
      priority,
      ttl_ms: ttlMs,
      event_id: this.#frame.event.id,
    }
  }
}

const wasNotMeant = (reason: Reason): boolean =>
  reason === 'COND' || reason === 'OFF' || reason === 'WINDOW'
