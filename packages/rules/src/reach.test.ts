import { describe, expect, test } from 'vitest'
import type { Condition, Policy } from '@kaibo/contract/talk/talk.schema.ts'
import { all, any, check, errorsOf, input, not, par, range, ruleSet, son } from './fixture.ts'

const value = (op: '>' | '>=' | '<' | '<=' | '=' | '!=', of: number) =>
  check('ev.gift.value', op, of)
const name = (op: 'in' | 'nin', ...names: string[]) => check('ev.gift.name', op, names)
const between = (lo: number, hi: number) =>
  range(['<=', input(lo)], 'ev.gift.value', ['<', input(hi)])

describe('a condition that nothing fulfils', () => {
  test.each<[string, Condition]>([
    ['bounds that cross', all(value('>', 5), value('<', 3))],
    ['bounds that only touch', all(value('>', 5), value('<=', 5))],
    ['a value that is excluded', all(value('=', 5), value('!=', 5))],
    ['two values at once', all(value('=', 5), value('=', 6))],
    ['a range outside', all(between(1, 5), value('>=', 5))],
    ['names', all(name('in', '火箭', '跑车'), name('nin', '火箭', '跑车'))],
    ['deep inside', any(value('>', 1), all(value('>', 5), all(value('<', 3))))],
  ])('%s', (_, when) => {
    const [error] = errorsOf(ruleSet({ children: [son({ when })] }))
    expect(error?.message).toBe('条件互相矛盾，永远不会成立')
  })

  test('together with those above it', () => {
    const children = [son({ when: value('<', 100) })]
    const set = ruleSet({ children: [par({ when: value('>=', 100), children })] })
    expect(errorsOf(set)).toMatchObject([
      { path: 'root/par[0]/son[0]/when', message: '与上级的条件互相矛盾，永远不会成立' },
    ])
  })

  test.each<[string, Condition]>([
    ['a gap between decimals', all(value('>', 5), value('<', 6))],
    ['one value', all(value('>=', 5), value('<=', 5))],
    ['either', any(value('>', 5), value('<', 3))],
    ['not both', not(all(value('>', 5), value('<', 9)))],
  ])('but not %s', (_, when) => {
    expect(errorsOf(ruleSet({ children: [son({ when })] }))).toEqual([])
  })
})

const earlier = (over: Parameters<typeof son>[0]) => son({ name: '前面', ...over })

const hidden = (first: ReturnType<typeof son> | ReturnType<typeof par>, when?: Condition) =>
  errorsOf(ruleSet({ children: [first, son({ id: 'later', ...(when && { when }) })] }))

test.each([
  ['everything', earlier({}), undefined],
  ['all above a step', earlier({ when: value('>=', 10) }), value('>', 10)],
  ['a wider range', earlier({ when: between(0, 100) }), between(5, 50)],
  ['one of several', earlier({ when: any(value('>', 1), name('in', '火箭')) }), value('=', 5)],
  [
    'the same words',
    earlier({ when: check('ev.user.name', 'contains', '明') }),
    all(check('ev.user.name', 'contains', '明'), value('>', 1)),
  ],
  [
    'a rule that ends the walk, whatever stops it',
    earlier({ exclusive: true, policy: { probability: 0.1 } }),
    undefined,
  ],
  ['a branch whose rule surely fires', par({ name: '前面', children: [son()] }), undefined],
] as const)('a rule is not reached behind %s', (_, first, when) => {
  expect(hidden(first, when)).toMatchObject([
    { path: 'root/son[1]', message: '永远轮不到：前面的“前面”总会先命中' },
  ])
})

describe('a rule is reached', () => {
  const policies: [string, Policy][] = [
    ['chance', { probability: 0.5 }],
    ['a limit', { limit: { max: 1, per: 'day' } }],
    ['a cooldown', { cooldown: { ms: 1, scope: 'rule', on_hit: 'drop' } }],
    ['a mutex', { mutex: 'm' }],
    ['hours', { active: { weekdays: [1] } }],
    ['being single', { run: 'single' }],
  ]
  test.each(policies)('behind one with %s', (_, policy) => {
    expect(hidden(earlier({ policy }))).toEqual([])
  })

  test('behind one that is off, hears less, or is a branch that may stay silent', () => {
    expect(hidden(earlier({ enabled: 0 }))).toEqual([])
    expect(hidden(par({ children: [son({ when: value('>', 1) })] }))).toEqual([])
    const triggers = [{ event: 'gift.receive' }, { event: 'guard.buy' }]
    const less = earlier({ triggers: [{ event: 'guard.buy' }] })
    expect(errorsOf(ruleSet({ triggers, children: [less, son()] }))).toEqual([])
    expect(errorsOf(ruleSet({ hit: 'all', children: [son(), son()] }))).toEqual([])
  })
})
