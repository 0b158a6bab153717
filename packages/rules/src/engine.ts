import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { NO_SET } from '@kaibo/contract/talk/talk.enums.ts'
import { DANMU, IDLE, USER_KEY, VAR_CHANGED } from '@kaibo/contract/talk/talk.events.ts'
import { replyTo } from './answers.ts'
import { NO_RULES, type RoomProgram } from './bundle.ts'
import { add } from './decimal.ts'
import { decisionOf, type Decision, type ReadTrace } from './decision.ts'
import { evaluate } from './evaluate.ts'
import type { RuleEvent } from './event.ts'
import { isFault } from './fault.ts'
import { dueFolds, fold } from './fold.ts'
import type { Asking, Screen, Speech } from './frame.ts'
import { nodeKey } from './pots.ts'
import { effectId, hashOf, markOf } from './random.ts'
import { leadRoute } from './route-key.ts'
import { RuleState, type RuleStateData } from './state.ts'
import type { TapeInput } from './tape.ts'
import { tick } from './tick.ts'
import { ring, scheduleTimers } from './timers.ts'

/** How long a chain of rules that set variables may be. */
const MAX_CHAIN = 8
const ANSWER = { id: NO_SET, version: 0, priority: 40, ttlMs: 15_000 }

/** When something happens, and what the anchor is doing then. */
export interface Moment {
  now: number
  speech?: Speech | undefined
  /** Variables of the room that every event has. */
  vars?: RuleEvent['vars'] | undefined
}

interface Options {
  trace?: boolean
  screen?: Screen
  state?: RuleState
  /** Hears all that the rules are told, before they decide. */
  tape?: (input: TapeInput) => void
}

/**
 * The rules of one room: the one door through which agent, rehearsal and replay ask them. It owns what is folded, chained, timed and
 * remembered; it has no clock and writes nothing. The same inputs in the same order make the same decisions.
 */
export class RoomRules {
  readonly #trace: boolean
  readonly #screen: Screen | undefined
  readonly #state: RuleState
  readonly #tape: ((input: TapeInput) => void) | undefined
  #rules = NO_RULES

  constructor({ trace = true, screen, state = new RuleState(), tape }: Options = {}) {
    this.#tape = tape
    this.#trace = trace
    this.#screen = screen
    this.#state = state
  }

  static from(snapshot: RuleStateData, options: Omit<Options, 'state'> = {}): RoomRules {
    return new RoomRules({ ...options, state: RuleState.from(snapshot) })
  }

  /** Other rules from now on. What is remembered stays, by set and node. */
  use(rules: RoomProgram, now: number): void {
    this.#tape?.({ do: 'use', now, bundle: rules.hash ?? null })
    this.#rules = rules
    scheduleTimers(rules.program, this.#state.agenda, now)
  }

  /** The room is in this run. The same run once more changes nothing; answers whether it is another. */
  open(run_id: string | null, now: number): boolean {
    this.#tape?.({ do: 'open', now, run: run_id })
    const isOther = this.#state.open(run_id)
    scheduleTimers(this.#rules.program, this.#state.agenda, now)
    return isOther
  }

  happen(event: RuleEvent, moment: Moment): Decision[] {
    this.#tape?.({ do: 'happen', moment, event })
    const decisions = this.#raiseFolds(moment)
    const heard = withVars(event, moment)
    fold(this.#rules.program, this.#state.agenda, heard, moment.now)
    decisions.push(...this.#decide(heard, moment))
    return decisions
  }

  /** To be called about once a second: answers what is due, in a fixed order. */
  tick(moment: Moment): Decision[] {
    this.#tape?.({ do: 'tick', moment })
    const { now, vars } = moment
    const { program } = this.#rules
    const decisions = this.#raiseFolds(moment)
    const waited = tick(program, this.#state, { ...this.#asking(moment), ...(vars && { vars }) })
    decisions.push(...waited, ...this.#chained(waited, moment, ''))
    const foreseen = [...this.#foreseen(now)]
    // In quiet hours timers go on and silences are counted, but nobody hears of them: their turns are not made up
    const unprompted = [...ring(program, this.#state.agenda, now), ...this.#silences(moment)]
    const raised = this.#rules.isQuiet(now) ? foreseen : [...foreseen, ...unprompted]
    for (const event of raised) decisions.push(...this.#decide(withVars(event, moment), moment))
    return decisions
  }

  /** The round that is played, by the number that its game gives it. Only forward. */
  round(seq: number): void {
    this.#tape?.({ do: 'round', seq })
    this.#state.round(seq)
  }

  /** A moment that is foreseen, or, without one, is not any more. */
  eta(event: string, eta: { id: string; at: number; vars?: RuleEvent['vars'] } | null): void {
    this.#tape?.({ do: 'eta', event, eta })
    const { etas } = this.#state.agenda
    if (eta) etas.set(event, { vars: {}, ...eta })
    else etas.delete(event)
  }

  /** Sets a variable from outside, as a game does. A value of the wrong type changes nothing. */
  setVar(key: string, value: Scalar, moment: Moment, viewer = ''): Decision[] {
    this.#tape?.({ do: 'set', moment, key, value, viewer })
    const { now, vars = {} } = moment
    const origin = { key, id: `set:${key}:${now}`, at: now, vars: { ...vars, [USER_KEY]: viewer } }
    const changed = this.#write(key, 'set', value, origin, now)
    return changed ? this.#decide(changed, moment) : []
  }

  /** What it remembers, to be kept over a restart. */
  snapshot(): RuleStateData {
    return this.#state.toJSON()
  }

  /** The same room, to try something on: nothing of it comes back. This one must not be asked meanwhile. */
  fork(options: Omit<Options, 'state'> = {}): RoomRules {
    const screen = options.screen ?? this.#screen
    const copy = new RoomRules({
      trace: options.trace ?? this.#trace,
      ...(screen && { screen }),
      state: this.#state.fork(),
    })
    copy.#rules = this.#rules
    return copy
  }

  /** Forgets cooldowns, limits, variables and what waits; not which run the room is in. */
  reset(now: number): void {
    this.#tape?.({ do: 'reset', now })
    this.#state.reset()
    scheduleTimers(this.#rules.program, this.#state.agenda, now)
  }

  #asking({ now, speech }: Moment): Asking {
    const { idleMs } = this.#rules
    return { now, trace: this.#trace, speech, screen: this.#screen, idle_ms: idleMs }
  }

  #decide(event: RuleEvent, moment: Moment, chain: ReadonlySet<string> = new Set()): Decision[] {
    const { program } = this.#rules
    const asking = { ...this.#asking(moment), ...(chain.size > 0 && { chain }) }
    const decisions = evaluate(program, event, this.#state, asking)
    const isSaid = decisions.some(({ text }) => text !== undefined)
    if (event.key === DANMU && !isSaid) decisions.push(...this.#answer(event, moment.now))
    if (program.stored.size === 0) return decisions
    return [...decisions, ...this.#chained(decisions, moment, event.id, chain, event)]
  }

  /** Carries out what rules set, by priority, and decides what follows of each change. */
  #chained(
    decisions: readonly Decision[],
    moment: Moment,
    cause: string,
    chain: ReadonlySet<string> = new Set(),
    origin?: RuleEvent,
  ): Decision[] {
    const followed: Decision[] = []
    const inOrder = decisions
      .filter(({ effects }) => effects.some(({ kind }) => kind === 'setVar'))
      .sort((a, b) => b.priority - a.priority)
    for (const decision of inOrder) {
      const { set_id, node_id, effects } = decision
      const longer = new Set([...chain, nodeKey(set_id, node_id)])
      for (const effect of effects) {
        if (effect.kind !== 'setVar') continue
        const id = cause || decision.event_id
        const of = origin ?? { key: '', id, at: moment.now, vars: moment.vars ?? {} }
        const changed = this.#write(effect.key, effect.op, effect.value, of, moment.now)
        if (!changed) continue
        if (longer.size > MAX_CHAIN) followed.push(looped(decision))
        else followed.push(...this.#decide(changed, moment, longer))
      }
    }
    return followed
  }

  /** The event of the change; nothing where the variable has the value already, or cannot have it. */
  #write(
    key: string,
    op: 'set' | 'add',
    value: Scalar,
    origin: RuleEvent,
    now: number,
  ): RuleEvent | undefined {
    const declared = this.#rules.program.stored.get(key)
    if (!declared || declared.scope === 'global') return undefined
    const viewer = String(origin.vars[USER_KEY] ?? '')
    const before = this.#state.vars.read(declared, viewer, now) ?? declared.default
    const isNumber = declared.data_type === DataType.number
    const after = op === 'set' ? value : sum(before ?? 0, value)
    const isFit = isNumber ? typeof after === 'number' : typeof after === 'string'
    if (after === undefined || !isFit || after === before) return undefined
    this.#state.vars.write(declared, viewer, after, now)
    const vars: RuleEvent['vars'] = { ...origin.vars, 'ev.key': key }
    vars[isNumber ? 'ev.new' : 'ev.text'] = after
    if (isNumber && before !== undefined) vars['ev.old'] = before
    return { key: VAR_CHANGED, id: `${origin.id}>${key}`, at: now, vars }
  }

  #raiseFolds(moment: Moment): Decision[] {
    const due = dueFolds(this.#state.agenda, moment.now)
    return due.flatMap((event) => this.#decide(event, moment))
  }

  *#foreseen(now: number): Generator<RuleEvent> {
    const { agenda } = this.#state
    for (const [event, leads] of this.#rules.program.leads) {
      const eta = agenda.etas.get(event)
      if (!eta || now >= eta.at) continue
      for (const seconds of leads) {
        const key = leadRoute(event, seconds)
        if (now >= eta.at - seconds * 1_000 && agenda.tell(key, eta))
          yield { key, id: `${eta.id}-${seconds}s`, at: now, vars: eta.vars }
      }
    }
  }

  *#silences({ now, speech }: Moment): Generator<RuleEvent> {
    const { agenda } = this.#state
    const { idleMs, program } = this.#rules
    if (!speech || !program.routes.has(IDLE)) return
    const count = Math.floor(speech.silent_ms / idleMs)
    const isNew = count > agenda.silences
    agenda.silences = count
    if (!isNew) return
    const vars = { 'ev.idle_s': Math.floor(speech.silent_ms / 1_000) }
    yield { key: IDLE, id: `idle:${now}`, at: now, vars }
  }

  #answer(event: RuleEvent, now: number): Decision[] {
    const text = event.vars['ev.text']
    // A danmu with a forbidden word is not answered
    if (event.vars['ev.text_blocked'] === 1) return []
    const found = typeof text === 'string' && this.#rules.answers.find(text, now)
    if (!found) return []
    const { answer, keyword } = found
    const reply = replyTo({ event, state: this.#state, now }, answer)
    if (!reply) return []
    const node = { ...ANSWER, id: answer.id, name: keyword, path: 'answer' }
    const decision = decisionOf(ANSWER, node, 'FIRED', event)
    if (this.#trace) decision.trace = traceOf(event, now)
    const said = this.#screen ? this.#screen(reply.text) : { text: reply.text }
    if (!said) return [{ ...decision, outcome: 'BLOCKED' }]
    const effect_id = effectId(hashOf(event.id), markOf(event.id), hashOf(answer.id), 0)
    return [{ ...decision, text: said.text, effects: [{ effect_id, kind: 'say', ...said }] }]
  }
}

/** An answer has no conditions: only what it was given to. */
const traceOf = ({ id, key, vars }: RuleEvent, now: number): ReadTrace => ({
  set: `${ANSWER.id}@${ANSWER.version}`,
  event: key,
  event_id: id,
  now,
  result: 'FIRED',
  steps: [],
  vars,
})

const withVars = (event: RuleEvent, { vars }: Moment): RuleEvent =>
  vars ? { ...event, vars: { ...vars, ...event.vars } } : event

function sum(before: Scalar, value: Scalar): Scalar | undefined {
  if (typeof before !== 'number' || typeof value !== 'number') return undefined
  const result = add(before, value)
  return isFault(result) ? undefined : result
}

function looped(decision: Decision): Decision {
  const { text: _, trace: __, replaces: ___, ...rest } = decision
  return { ...rest, outcome: 'ERROR', effects: [], fault: 'LOOP' }
}
