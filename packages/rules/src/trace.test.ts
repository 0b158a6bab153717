import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Trace } from '@kaibo/contract/talk/talk.trace.ts'
import type { Condition, Policy, RuleSet, SonNode } from '@kaibo/contract/talk/talk.schema.ts'
import { evaluate, type Decision } from './evaluate.ts'
import type { RuleEvent } from './event.ts'
import {
  all,
  any,
  check,
  error,
  giftEvent,
  input,
  no,
  not,
  par,
  programOf,
  range,
  ruleSet,
  say,
  son,
  yes,
} from './fixture.ts'
import { RuleState } from './state.ts'

function traceOf(set: RuleSet, event = giftEvent(), state = new RuleState(), now = 0) {
  const [decision] = evaluate(programOf(set), event, state, { now, trace: true })
  if (!decision?.trace) throw new Error('no trace')
  return decision.trace
}

describe('a trace', () => {
  test('tells what was compared, what stopped whom, and what was said', () => {
    const first = son({ when: range(['<=', input(500)], 'ev.gift.value', ['<', input(900)]) })
    const second = son({ when: all(check('ev.gift.value', '>', 1)), actions: say('谢谢') })
    const trace = traceOf(ruleSet({ children: [first, par({ children: [second] })] }))
    expect(trace).toMatchObject({
      set: 'set@1',
      event: 'gift.receive',
      event_id: 'event-1',
      now: 0,
      result: 'FIRED',
    })
    const value = { key: 'ev.gift.value', value: 100 }
    expect(trace.steps).toMatchObject([
      {
        kind: 'check',
        path: 'root/son[0]/when',
        type: 2,
        subject: value,
        lo: ['<=', { value: 500 }],
        hi: ['<', { value: 900 }],
        result: false,
      },
      { kind: 'gate', path: 'root/son[0]', gate: 'COND' },
      {
        kind: 'check',
        path: 'root/par[1]/son[0]/when/all[0]',
        type: 1,
        subject: value,
        op: '>',
        rhs: { value: 1 },
        result: true,
      },
      { kind: 'group', path: 'root/par[1]/son[0]/when', mode: 'all', result: true },
      { kind: 'say', path: 'root/par[1]/son[0]/say', pick: 0, of: 1, skipped: [], text: '谢谢' },
    ])
  })

  test('is kept for a set that did not fire, with the time a cooldown still lasts', () => {
    const policy: Policy = { cooldown: { ms: 10_000, scope: 'user', on_hit: 'drop' } }
    const set = ruleSet({ children: [son({ policy })] })
    const state = new RuleState()
    traceOf(set, giftEvent(), state, 0)
    const trace = traceOf(set, giftEvent(), state, 4_000)
    expect(trace.result).toBe('COOLDOWN')
    expect(trace.steps).toEqual([
      { kind: 'gate', path: 'root/son[0]', gate: 'COOLDOWN', key: 'user-1', left_ms: 6_000 },
    ])
  })

  test('names what was missing and what was of the wrong type', () => {
    const set = ruleSet({ children: [son({ when: any(error(), check('ev.user.level', '>', 1)) })] })
    const trace = traceOf(set, giftEvent({ 'ev.user.level': 'high' }))
    expect(trace.result).toBe('ERROR')
    expect(trace.steps).toMatchObject([
      { subject: { key: 'ev.gift.name', fault: 'MISSING' }, result: 'error' },
      { subject: { key: 'ev.user.level', fault: 'TYPE' }, result: 'error' },
      { kind: 'group', result: 'error' },
      { kind: 'gate', gate: 'ERROR' },
    ])
  })

  test('shows the templates that lacked a value', () => {
    const actions = say('{{ev.gift.name}}')
    expect(traceOf(ruleSet({ children: [son({ actions })] })).steps).toEqual([
      { kind: 'say', path: 'root/son[0]/say', of: 1, skipped: [0] },
    ])
  })

  test('has the form that the contract gives it', () => {
    const children = [
      son({ when: not(range(['<', input(1)], 'ev.gift.value', ['<', input(900)])) }),
      son({ when: any(error(), check('ev.gift.value', 'in', [1])) }),
      son(),
    ]
    const trace = traceOf(ruleSet({ children }))
    expect(Trace.parse(JSON.parse(JSON.stringify(trace)))).toEqual(
      JSON.parse(JSON.stringify(trace)),
    )
  })
})

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(yes, no, error).map((make) => make()),
    fc
      .tuple(fc.constantFrom('>', '<=', '=', '!='), fc.integer({ min: 0, max: 5 }))
      .map(([op, value]) => check('ev.gift.value', op as '>', value)),
    fc
      .integer({ min: 0, max: 5 })
      .map((lo) => range(['<=', input(lo)], 'ev.gift.value', ['<', input(lo + 2)])),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => all(...parts)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => any(...parts)),
    tie('condition').map(not),
  ),
})).condition

const policies: fc.Arbitrary<Policy> = fc.record(
  {
    probability: fc.constantFrom(0, 0.5, 1),
    mutex: fc.constantFrom('m', 'n'),
    limit: fc.constantFrom({ max: 2, per: 'session' as const }),
    cooldown: fc.record({
      ms: fc.constantFrom(1, 3),
      scope: fc.constantFrom('rule' as const, 'user' as const, 'room' as const),
      on_hit: fc.constantFrom('drop' as const, 'merge' as const),
    }),
  },
  { requiredKeys: [] },
)

const hits = fc.constantFrom('first' as const, 'all' as const, 'random' as const)
const actions: fc.Arbitrary<SonNode['actions']> = fc.constantFrom(
  say('谢谢'),
  say('[早|晚]安', '{{ev.gift.name}}', '{{ev.gift.count}}个'),
  say('{{ev.gift.name}}'),
)
const sons = fc
  .record({ when: fc.option(conditions, { nil: undefined }), policy: policies, actions })
  .map(({ when, policy, actions }) => son({ when, policy, actions }))
const branches = fc
  .record({
    when: fc.option(conditions, { nil: undefined }),
    policy: policies,
    hit: hits,
    children: fc.array(sons, { minLength: 1, maxLength: 3 }),
  })
  .map((over) => par(over))
const sets = fc
  .record({
    hit: hits,
    children: fc.array(fc.oneof(sons, branches), { minLength: 1, maxLength: 3 }),
  })
  .map((root) => ruleSet(root))
const runs = fc.array(
  fc.record({
    user: fc.constantFrom('1', '2'),
    value: fc.integer({ min: 0, max: 6 }),
    id: fc.string({ maxLength: 4 }),
  }),
  { minLength: 20, maxLength: 20 },
)

test('a trace changes neither a decision nor the state: 600 random sets, 12,000 events', () => {
  let pairs = 0
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(sets, sets, runs, (set, other, run) => {
      const program = programOf(set, { ...other, id: 'other' })
      const plain = new RuleState()
      const traced = new RuleState()
      for (const [now, { user, value, id }] of run.entries()) {
        const event: RuleEvent = giftEvent({ 'ev.user.open_id': user, 'ev.gift.value': value }, id)
        const without = evaluate(program, event, plain, { now, trace: false })
        const within = evaluate(program, event, traced, { now, trace: true })
        expect(within.every((decision) => decision.trace)).toBe(true)
        expect(within.map(bare)).toEqual(without)
        for (const { outcome } of without) outcomes.add(outcome)
        pairs++
      }
      expect(traced.toJSON()).toEqual(plain.toJSON())
    }),
    { numRuns: 600 },
  )
  expect(pairs).toBe(12_000)
  // Else the generator would prove little
  for (const outcome of ['FIRED', 'COND', 'ERROR', 'PROB', 'MUTEX', 'LIMIT', 'COOLDOWN']) {
    expect(outcomes).toContain(outcome)
  }
})

test('a state taken to disk and back decides as the one that stayed', () => {
  fc.assert(
    fc.property(sets, runs, (set, run) => {
      const program = programOf(set)
      const stayed = new RuleState()
      let carried = new RuleState()
      for (const [now, { user, value, id }] of run.entries()) {
        const event = giftEvent({ 'ev.user.open_id': user, 'ev.gift.value': value }, id)
        carried = RuleState.from(JSON.parse(JSON.stringify(carried)))
        const options = { now, trace: false }
        expect(evaluate(program, event, carried, options)).toEqual(
          evaluate(program, event, stayed, options),
        )
      }
    }),
    { numRuns: 100 },
  )
})

function bare(decision: Decision): Decision {
  const { trace: _, ...rest } = decision
  return rest
}
