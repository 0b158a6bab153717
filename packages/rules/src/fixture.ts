import type { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import type { Operand, Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import type {
  Condition,
  OneSidedCheck,
  ParNode,
  RootNode,
  RuleSet,
  SonNode,
  TwoSidedCheck,
} from '@kaibo/contract/talk/talk.schema.ts'
import { EMPTY_CATALOGUE, unchanged } from '@kaibo/contract/talk/bundle.schema.ts'
import { compileRules, compileSets, type Program, type RuleError } from './compile.ts'
import type { Decision } from './decision.ts'
import { evaluate } from './evaluate.ts'
import type { RuleEvent } from './event.ts'
import { RuleState } from './state.ts'
import { tick } from './tick.ts'

/* Builders for the tests of this package: each makes a simple valid part, in which the test replaces what it is about. */

let ids = 0
const nextId = (kind: string) => `${kind}-${++ids}`

export const variable = (key: string): Operand => ({ origin: 'variable', key })
export const input = (value: Scalar | Scalar[]): Operand => ({ origin: 'input', value })

export const check = (
  key: string,
  op: OneSidedCheck['op'],
  value: Scalar | Scalar[],
): OneSidedCheck => ({
  id: nextId('check'),
  type: 1,
  subject: key === '$' ? '$' : variable(key),
  op,
  rhs: input(value),
})

export const range = (
  lo: TwoSidedCheck['lo'],
  key: string,
  hi: TwoSidedCheck['hi'],
  join: TwoSidedCheck['join'] = 'and',
): TwoSidedCheck => ({
  id: nextId('range'),
  type: 2,
  subject: key === '$' ? '$' : variable(key),
  lo,
  hi,
  join,
})

export const all = (...parts: Condition[]): Condition => ({ id: nextId('all'), all: parts })
export const any = (...parts: Condition[]): Condition => ({ id: nextId('any'), any: parts })
export const not = (part: Condition): Condition => ({ id: nextId('not'), not: part })

/** A variable of gifts that `giftEvent` leaves out: a check of it is an ERROR. */
export const MISSING = 'ev.gift.name'
export const yes = () => check('ev.gift.count', '>=', 0)
export const no = () => check('ev.gift.count', '<', 0)
export const error = () => check(MISSING, '=', '火箭')

export const say = (...texts: string[]): SonNode['actions'] => [
  { kind: 'say', templates: texts.map((text) => ({ text, weight: 1 })), no_repeat: 0 },
]

export function son(over: Partial<SonNode> = {}): SonNode {
  const id = over.id ?? nextId('son')
  return { id, type: 'son', name: id, enabled: 1, actions: say(id), ...over }
}

export function par(over: Partial<ParNode> = {}): ParNode {
  const id = over.id ?? nextId('par')
  return { id, type: 'par', name: id, enabled: 1, hit: 'first', children: [son()], ...over }
}

export function ruleSet(root: Partial<RootNode> = {}, over: Partial<RuleSet> = {}): RuleSet {
  return {
    id: 'set',
    name: '测试',
    version: 1,
    root: {
      id: 'root',
      type: 'root',
      name: '测试',
      enabled: 1,
      triggers: [{ event: 'gift.receive' }],
      hit: 'first',
      children: [son()],
      ...root,
    },
    ...over,
  }
}

/** As a room compiles what was published: rules that nothing reaches are no error any more. */
export function programOf(...sets: RuleSet[]): Program {
  const result = compileSets(sets.map(unchanged), EMPTY_CATALOGUE, 'lenient')
  if (!result.ok) throw new Error(result.errors.map((e) => `${e.path} ${e.message}`).join('\n'))
  return result.program
}

export function errorsOf(...sets: RuleSet[]): RuleError[] {
  const result = compileRules(sets)
  return result.ok ? [] : result.errors
}

export function giftEvent(vars: RuleEvent['vars'] = {}, id = 'event-1'): RuleEvent {
  return {
    key: 'gift.receive',
    id,
    at: 0,
    vars: {
      'ev.user.name': '小明',
      'ev.user.open_id': 'user-1',
      'ev.gift.id': 'rocket',
      'ev.gift.count': 1,
      'ev.gift.value': 100,
      'ev.gift.paid': 1,
      ...vars,
    },
  }
}

/** Gifts that differ in their ids only. */
export const giftEvents = (count: number): RuleEvent[] =>
  Array.from({ length: count }, (_, index) => giftEvent({}, `event-${index}`))

/** One room: a program with the state it keeps. */
export function roomOf(...sets: RuleSet[]) {
  let program = programOf(...sets)
  const state = new RuleState()
  const decide = (event: RuleEvent, now = 0): Decision[] =>
    evaluate(program, event, state, { now, trace: false })
  const wait = (now: number, vars?: RuleEvent['vars']): Decision[] =>
    tick(program, state, { now, trace: false, ...(vars && { vars }) })
  return {
    state,
    decide,
    outcomes: (event: RuleEvent, now = 0): Reason[] => decide(event, now).map((d) => d.outcome),
    texts: (event: RuleEvent, now = 0) => decide(event, now).map((d) => d.text),
    /** What a tick decides. */
    wait,
    /** The same, of each decision only the line, or the reason why there is none. */
    heard: (now: number) => wait(now).map((d) => d.text ?? d.outcome),
    /** Other rules from now on. */
    swap: (...others: RuleSet[]) => void (program = programOf(...others)),
  }
}

/** The outcome of a set whose only rule has this condition. */
export const outcomeOf = (when: Condition, event: RuleEvent = giftEvent()): Reason | undefined =>
  roomOf(ruleSet({ children: [son({ when })] })).outcomes(event)[0]
