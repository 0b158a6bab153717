import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Policy, RuleNode, RuleSet } from '@kaibo/contract/talk/talk.schema.ts'
import type { Decision } from './decision.ts'
import { MISSING, par, programOf, ruleSet, say, son } from './fixture.ts'
import {
  mergingPolicies,
  oftenConditions,
  oftenMerging,
  policies,
  seldomConditions,
  setsOf,
  threeOf,
  TRIGGERS,
} from './random-rules.fixture.ts'
import { play, plainTapes, roughTapes, type Step } from './tape.fixture.ts'

/** Says who is thanked for how many of which gift. */
const ACCOUNT = '{{ev.user.open_id}} {{ev.gift.id}} {{ev.gift.count}}'
const counting = setsOf({
  actions: fc.oneof(
    { weight: 5, arbitrary: fc.constant(say(ACCOUNT)) },
    { weight: 1, arbitrary: fc.constant(say(`${ACCOUNT}{{${MISSING}}}`)) },
  ),
  when: seldomConditions,
  policy: oftenMerging,
})
const talking = setsOf({
  actions: fc.constantFrom(
    say('谢谢'),
    say('[早|晚]安', '{{ev.gift.name}}', '{{ev.gift.count}}个'),
    say('{{ev.gift.name}}'),
  ),
  when: oftenConditions,
  policy: policies,
})
const bundles = (sets: fc.Arbitrary<RuleSet>) =>
  fc.tuple(sets, sets).map(([one, two]) => [one, { ...two, id: 'other' }])

/** The same nodes with other policies. */
function withPolicies(sets: readonly RuleSet[], others: readonly Policy[]): RuleSet[] {
  let next = 0
  const changed = <N extends RuleNode>(node: N): N => {
    const policy = others[next++ % others.length] ?? {}
    return node.type === 'son'
      ? { ...node, policy }
      : { ...node, policy, children: node.children.map((child) => changed(child)) }
  }
  return sets.map((set) => ({ ...set, version: set.version + 1, root: changed(set.root) }))
}

/** Amounts by kind of event, viewer and gift; of a rule, by that as well. */
class Sums {
  readonly #sums = new Map<string, number>()

  add(count: number, ...of: string[]): void {
    this.#sums.set(of.join(' '), this.of(...of) + count)
  }

  of(...of: string[]): number {
    return this.at(of.join(' '))
  }

  at(key: string): number {
    return this.#sums.get(key) ?? 0
  }

  [Symbol.iterator](): IterableIterator<[string, number]> {
    return this.#sums[Symbol.iterator]()
  }
}

/** What a line of `ACCOUNT` says. */
function accountIn({
  text,
  event_key,
}: Decision): { account: string[]; count: number } | undefined {
  const [viewer = '', gift = '', count] = text?.split(' ') ?? []
  return text === undefined
    ? undefined
    : { account: [event_key, viewer, gift], count: Number(count) }
}

test('no rule ever says more of a viewer’s gifts than came: 200 bundles, 8,000 steps', () => {
  const seen = { said: 0, saidByTicks: 0, saidTogether: 0, dropped: 0 }
  fc.assert(
    fc.property(
      bundles(counting),
      fc.array(oftenMerging, { minLength: 1 }),
      roughTapes,
      (sets, others, steps) => {
        const versions = [programOf(...sets), programOf(...withPolicies(sets, others))]
        const came = new Sums()
        const said = new Sums()
        play(versions, steps, {
          heard(decisions, step) {
            if (step.kind === 'gift') came.add(step.count, step.event, step.viewer, step.gift)
            for (const decision of decisions) {
              if (decision.outcome === 'EXPIRED') seen.dropped++
              const line = accountIn(decision)
              if (!line) continue
              const rule = [decision.set_id, decision.node_id, ...line.account]
              said.add(line.count, ...rule)
              expect(said.of(...rule), rule.join(' ')).toBeLessThanOrEqual(came.of(...line.account))
              seen.said++
              if (step.kind === 'tick') seen.saidByTicks++
              if (step.kind === 'gift' && line.count > step.count) seen.saidTogether++
            }
          },
        })
      },
    ),
    { numRuns: 200 },
  )
  // Else the tapes would prove little
  for (const times of Object.values(seen)) expect(times).toBeGreaterThan(50)
})

/** The rule that would have said what a node held. */
const ruleOf = (node: string) => (node === 'branch' ? 'inner' : node)

describe('where nothing but cooldowns that merge keeps gifts back', () => {
  const flat = son({ id: 'flat', actions: say(ACCOUNT) })
  const inner = son({ id: 'inner', actions: say(ACCOUNT) })
  const branch = par({ id: 'branch', children: [inner] })
  const sets = [ruleSet({ triggers: TRIGGERS, hit: 'all', children: [flat, branch] })]
  /** Of each rule and account: what came, and what was said and dropped of it. */
  function played(policies: readonly Policy[], steps: readonly Step[]) {
    const came = new Sums()
    const said = new Sums()
    const dropped = new Sums()
    play([programOf(...withPolicies(sets, [{}, ...policies]))], steps, {
      heard(decisions, step, waited) {
        for (const rule of ['flat', 'inner']) {
          if (step.kind === 'gift') came.add(step.count, rule, step.event, step.viewer, step.gift)
        }
        for (const decision of decisions) {
          const line = accountIn(decision)
          if (line) said.add(line.count, decision.node_id, ...line.account)
          if (decision.outcome !== 'EXPIRED') continue
          const pot = waited.find(
            ({ node_id, event }) => node_id === decision.node_id && event.id === decision.event_id,
          )
          if (!pot) throw new Error('what is dropped had waited')
          const { vars, key } = pot.event
          const account = [key, String(vars['ev.user.open_id']), String(vars['ev.gift.id'])]
          dropped.add(Number(vars['ev.gift.count']), ruleOf(pot.node_id), ...account)
        }
      },
    })
    return { came, said, dropped }
  }

  test('each is said once, or dropped because another was said in its place', () => {
    fc.assert(
      fc.property(threeOf(mergingPolicies()), plainTapes, (policies, steps) => {
        const { came, said, dropped } = played(policies, steps)
        for (const [key, count] of came) expect(said.at(key) + dropped.at(key), key).toBe(count)
      }),
      { numRuns: 200 },
    )
  })

  test('each is said once where no other waits for the same cooldown', () => {
    fc.assert(
      fc.property(threeOf(mergingPolicies('user')), plainTapes, (policies, steps) => {
        const alike = steps.map((step): Step =>
          step.kind === 'gift' ? { ...step, gift: 'rocket', event: 'gift.receive' } : step,
        )
        const { came, said } = played(policies, alike)
        for (const [key, count] of came) expect(said.at(key), key).toBe(count)
      }),
      { numRuns: 200 },
    )
  })
})

test('a trace changes neither a decision nor the state: 300 bundles, 12,000 steps', () => {
  const outcomes = new Set<string>()
  fc.assert(
    fc.property(
      bundles(talking),
      fc.array(policies, { minLength: 1 }),
      roughTapes,
      (sets, others, steps) => {
        const versions = [programOf(...sets), programOf(...withPolicies(sets, others))]
        const plain = play(versions, steps)
        const traced = play(versions, steps, { trace: true })
        expect(traced.decisions.map(bare)).toEqual(plain.decisions)
        expect(traced.state.toJSON()).toEqual(plain.state.toJSON())
        for (const { outcome } of plain.decisions) outcomes.add(outcome)
      },
    ),
    { numRuns: 300 },
  )
  // Else the generator would prove little
  expect([...outcomes].sort()).toEqual([
    'COND',
    'COOLDOWN',
    'ERROR',
    'EXPIRED',
    'FIRED',
    'LIMIT',
    'MUTEX',
    'PROB',
  ])
})

test('the same tape comes to the same again, also with a state that is taken to disk and back', () => {
  fc.assert(
    fc.property(bundles(talking), roughTapes, (sets, steps) => {
      const once = play([programOf(...sets)], steps)
      for (const isReread of [false, true]) {
        const again = play([programOf(...sets)], steps, { isReread })
        expect(again.decisions).toEqual(once.decisions)
        expect(again.state.toJSON()).toEqual(once.state.toJSON())
      }
    }),
    { numRuns: 200 },
  )
})

function bare(decision: Decision): Decision {
  const { trace: _, ...rest } = decision
  return rest
}
