import * as fc from 'fast-check'
import type {
  ChildNode,
  Condition,
  Cooldown,
  Policy,
  RuleSet,
  SonNode,
} from '@kaibo/contract/talk/talk.schema.ts'
import { all, any, check, error, input, no, not, par, range, ruleSet, son, yes } from './fixture.ts'

/* Random rule sets, for tests of what must hold for all rules. Amounts are small, so that events are often at the bounds of conditions. */

const conditions: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(yes, no, error).map((make) => make()),
    fc
      .tuple(fc.constantFrom('>', '<=', '=', '!='), fc.integer({ min: 0, max: 5 }))
      .map(([op, value]) => check('ev.gift.count', op as '>', value)),
    fc
      .integer({ min: 0, max: 5 })
      .map((lo) => range(['<=', input(lo)], 'ev.gift.count', ['<', input(lo + 2)])),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => all(...parts)),
    fc.array(tie('condition'), { minLength: 1, maxLength: 3 }).map((parts) => any(...parts)),
    tie('condition').map(not),
  ),
})).condition

const SCOPES = ['rule', 'user', 'room', 'group'] as const
const cooldowns = (
  on_hit: fc.Arbitrary<Cooldown['on_hit']>,
  scopes: readonly Cooldown['scope'][] = SCOPES,
) =>
  fc.record({
    ms: fc.constantFrom(1, 3, 8),
    scope: fc.constantFrom(...scopes),
    group: fc.constant('g'),
    on_hit,
  })

export const policies: fc.Arbitrary<Policy> = fc.record(
  {
    probability: fc.constantFrom(0, 0.5, 1),
    mutex: fc.constantFrom('m', 'n'),
    limit: fc.constantFrom({ max: 2, per: 'session' as const }, { max: 9, per: 'day' as const }),
    cooldown: cooldowns(fc.constantFrom('drop' as const, 'merge' as const)),
  },
  { requiredKeys: [] },
)
/** A cooldown that merges, and no other gate. */
export const mergingPolicies = (...scopes: Cooldown['scope'][]): fc.Arbitrary<Policy> =>
  fc.record({
    cooldown: cooldowns(fc.constant('merge' as const), scopes.length > 0 ? scopes : SCOPES),
  })

export const threeOf = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(one, { minLength: 3, maxLength: 3 })

export const TRIGGERS = [{ event: 'gift.receive' }, { event: 'guard.buy' }]

/** Three of four: only a cooldown that merges. */
export const oftenMerging: fc.Arbitrary<Policy> = fc.oneof(
  { weight: 3, arbitrary: mergingPolicies() },
  { weight: 1, arbitrary: policies },
)

/** Often none; else one that sums of a few gifts fulfil. */
export const seldomConditions = fc.option(
  fc.integer({ min: 1, max: 5 }).map((least) => check('ev.gift.count', '>=', least)),
  { freq: 1, nil: undefined },
)
export const oftenConditions = fc.option(conditions, { nil: undefined })

const hits = fc.constantFrom('first' as const, 'all' as const, 'random' as const)
const few = { minLength: 1, maxLength: 3 }

interface Parts {
  actions: fc.Arbitrary<SonNode['actions']>
  when: fc.Arbitrary<Condition | undefined>
  policy: fc.Arbitrary<Policy>
}

/** Sets of rules of these parts, up to four levels deep. */
export function setsOf({ actions, ...parts }: Parts): fc.Arbitrary<RuleSet> {
  const gates = { ...parts, exclusive: fc.boolean() }
  const sons = fc.record({ ...gates, actions }).map((over) => son(over))
  const branchesOf = (...children: fc.Arbitrary<ChildNode>[]) =>
    fc
      .record({ ...gates, hit: hits, children: fc.array(fc.oneof(...children), few) })
      .map((over) => par(over))
  const branches = branchesOf(sons)
  return fc
    .record({
      hit: hits,
      children: fc.array(fc.oneof(sons, branches, branchesOf(sons, branches)), few),
    })
    .map((root) => ruleSet({ triggers: TRIGGERS, ...root }))
}
