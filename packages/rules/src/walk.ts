import type { Reason, ValueFault } from '@kaibo/contract/talk/talk.enums.ts'
import type { Step, Trace } from '@kaibo/contract/talk/talk.trace.ts'
import { decisionOf, type Decided, type Decision, type ReadTrace } from './decision.ts'
import type { CompiledAction, Effect } from './effects.ts'
import type { RuleEvent } from './event.ts'
import type { Frame } from './frame.ts'
import { passGates, passGatesAgain, reserve } from './gates.ts'
import type { Pot } from './pots.ts'
import type { CompiledNode, CompiledSet, Route } from './program.ts'
import { effectId } from './random.ts'
import { Recorder, type Prior } from './recorder.ts'

/** The purpose of this draw; a node's draws for other purposes are independent of it. */
const CHILD = 2

/**
 * What came of asking a node about the event. `fired`: it spoke, or a node below it did. `held`: it waits with others for a cooldown
 * to end, and nobody else is to answer it as well. `prevented`: the node's condition holds, but a gate or an error stopped it. `none`:
 * its condition does not hold, or it was not asked.
 */
type Answer = 'fired' | 'held' | 'prevented' | 'none'

const isTaken = (answer: Answer): boolean => answer === 'fired' || answer === 'held'

/** One event's way through one rule set. Its decisions are added to those of the sets before. */
export class Walk {
  readonly #route: Route
  readonly #set: CompiledSet
  readonly #frame: Frame
  readonly #decisions: Decision[]
  readonly #before: number
  #stoppedAt: CompiledNode
  #reason: Reason = 'COND'
  /** A tick asks about what waits, instead of an event that just came. */
  #isOfTick = false

  constructor(route: Route, set: CompiledSet, frame: Frame, decisions: Decision[]) {
    this.#route = route
    this.#set = set
    this.#frame = frame
    this.#decisions = decisions
    this.#before = decisions.length
    this.#stoppedAt = set.root
    frame.recorder = frame.asking.trace ? new Recorder() : undefined
    frame.opened = undefined
  }

  /** Asks the node, and what is below it, about the event. */
  visit(node: CompiledNode): Answer {
    const reason = passGates(node, this.#frame)
    if (reason) {
      if (!this.#stop(node, reason)) return 'none'
      if (reason === 'COOLDOWN' && this.#hold(node)) return 'held'
      // Of gates, only a condition that could not be decided is an error
      return reason === 'ERROR' ? 'none' : 'prevented'
    }
    const pot = node.cooldown?.merge?.find(this.#frame)
    return pot ? this.#enterWith(pot, node) : this.#enter(node)
  }

  /**
   * Asks about a pot whose cooldown has ended; the frame holds the pot's event. `path` leads from the root to the pot's node: of these
   * neither condition nor chance is asked, of the nodes below everything is.
   */
  visitAgain(path: readonly CompiledNode[], pot: Pot): Answer {
    this.#isOfTick = true
    const [node, ...rest] = path
    if (!node) return 'none'
    const reason = passGatesAgain(node, this.#frame)
    if (reason) {
      this.#stop(node, reason)
      return 'none'
    }
    if (rest.length === 0) {
      const answer = this.#enter(node)
      if (isTaken(answer)) this.#frame.state.pots.remove(pot)
      return answer
    }
    const answer = this.visitAgain(rest, pot)
    if (answer === 'fired') reserve(node, this.#frame)
    return answer
  }

  /** Whether a cooldown above the node stopped it. */
  stoppedAbove(path: readonly CompiledNode[]): CompiledNode | undefined {
    const isAbove = this.#reason === 'COOLDOWN' && path.slice(0, -1).includes(this.#stoppedAt)
    return isAbove ? this.#stoppedAt : undefined
  }

  cooldownEnd({ cooldown }: CompiledNode): number | undefined {
    return cooldown?.running(this.#frame)?.until
  }

  /** Adds the reason that says most why the set is silent. */
  explain(): void {
    this.decide(this.#stoppedAt, this.#reason)
  }

  decide(node: Decided, outcome: Reason): Decision {
    const { id } = this.#frame.event
    const decision = decisionOf(this.#set, node, outcome, { id, key: this.#route.event.key })
    this.#decisions.push(decision)
    return decision
  }

  /** Gives this walk's decisions their trace, and what else the walk found out. */
  end(): void {
    const { recorder, event, now, opened, fault } = this.#frame
    if (opened) this.#tellOpened(fault.code)
    if (!recorder) return
    this.#frame.recordStored(recorder)
    const trace = new WalkTrace(this.#set.title, this.#route.event.key, event, now, recorder)
    for (let index = this.#before; index < this.#decisions.length; index++) {
      const decision = this.#decisions[index]
      if (!decision) continue
      if (index === this.#before) trace.result = decision.outcome
      decision.trace = trace
    }
  }

  /** A rule that is left out from now on is told of, whatever else the set decided. */
  #tellOpened(fault: ValueFault): void {
    const decision = this.#decisions.slice(this.#before).find(({ outcome }) => outcome === 'ERROR')
    const told = decision ?? this.decide(this.#frame.opened ?? this.#set.root, 'ERROR')
    told.opened = fault
  }

  /** The node's gates are open. If something fires, each node from there upwards reserves its limit, cooldown and mutex once. */
  #enter(node: CompiledNode): Answer {
    const answer = node.actions ? this.#fire(node, node.actions) : this.#descend(node)
    if (answer === 'fired') reserve(node, this.#frame)
    return answer
  }

  /** With what waits at the node: the nodes below read its amounts together with the event's. */
  #enterWith(pot: Pot, node: CompiledNode): Answer {
    const takeAway = node.cooldown?.merge?.add(pot.event, this.#frame)
    const answer = this.#enter(node)
    takeAway?.()
    if (isTaken(answer)) this.#frame.state.pots.remove(pot)
    // Another gift came, and was kept back as well: what waits gets its full time again
    else if (!this.#isOfTick) pot.askedAt = undefined
    return answer
  }

  #hold({ cooldown }: CompiledNode): boolean {
    const until = cooldown?.running(this.#frame)?.until
    if (!cooldown || until === undefined) return false
    if (cooldown.queue) return cooldown.queue.hold(this.#frame, until)
    if (!cooldown.merge) return false
    cooldown.merge.hold(this.#frame, until)
    return true
  }

  #descend({ children, hit, seed }: CompiledNode): Answer {
    if (hit === 'random') return this.#first(this.#drawn(children, seed))
    if (hit === 'first') return this.#first(children)
    let best: Answer = 'prevented'
    for (const child of children) {
      const answer = this.visit(child)
      if (best !== 'fired' && isTaken(answer)) best = answer
    }
    return best
  }

  #first(children: readonly CompiledNode[]): Answer {
    for (const child of children) {
      const answer = this.visit(child)
      if (isTaken(answer)) return answer
      if (child.exclusive && answer === 'prevented') break
    }
    return 'prevented'
  }

  /**
   * The children in the order in which they are drawn by weight. The first of them that fires is as likely as in a draw among those that
   * would fire.
   */
  #drawn(children: readonly CompiledNode[], seed: number): CompiledNode[] {
    const weights = children.map(({ weight }) => weight)
    // All draws before any child is visited: the children seed the same generator
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

  /** All actions are rendered before anything is reserved: one that cannot be, and none leaves. */
  #fire(node: CompiledNode, actions: readonly CompiledAction[]): Answer {
    const frame = this.#frame
    const effects: Effect[] = []
    for (const action of actions) {
      const id = effectId(frame.eventHash, frame.eventMark, node.stamp, effects.length)
      const effect = action.render(node, frame, id)
      if (typeof effect === 'string') {
        this.#stop(node, effect)
        return 'prevented'
      }
      effects.push(effect)
    }
    const decision = this.decide(node, 'FIRED')
    decision.effects = effects
    if (node.run === 'restart') decision.replaces = true
    for (const { leave } of actions) leave?.(node.key, frame)
    for (const effect of effects) if (effect.kind === 'say') decision.text ??= effect.text
    return 'fired'
  }

  /**
   * Remembers the first node that stopped the event; one whose condition held explains more than one that the event was not meant for.
   * Answers whether it was meant for this one.
   */
  #stop(node: CompiledNode, reason: Reason): boolean {
    const isMeant = wasMeant(reason)
    const isFirst = this.#stoppedAt === this.#set.root
    if (isFirst || (isMeant && !wasMeant(this.#reason))) {
      this.#stoppedAt = node
      this.#reason = reason
    }
    return isMeant
  }
}

const wasMeant = (reason: Reason): boolean =>
  reason !== 'COND' && reason !== 'OFF' && reason !== 'WINDOW' && reason !== 'NOT_HEARD'

/** A trace whose steps are written out when somebody reads them. */
class WalkTrace implements ReadTrace {
  result: Reason = 'ERROR'
  readonly set: string
  readonly event: string
  readonly event_id: string
  readonly now: number
  readonly vars: RuleEvent['vars']
  readonly #recorder: Recorder

  constructor(set: string, key: string, { id, vars }: RuleEvent, now: number, recorder: Recorder) {
    this.set = set
    this.event = key
    this.event_id = id
    this.vars = vars
    this.now = now
    this.#recorder = recorder
  }

  get prior(): Prior | undefined {
    return this.#recorder.prior
  }

  get steps(): Step[] {
    return this.#recorder.steps
  }

  toJSON(): Trace {
    const { set, event, event_id, now, result, steps } = this
    return { set, event, event_id, now, result, steps }
  }
}
