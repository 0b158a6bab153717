import { describe, expect, test } from 'vitest'
import {
  all,
  any,
  check,
  error,
  giftEvent,
  input,
  no,
  not,
  outcomeOf,
  par,
  range,
  roomOf,
  ruleSet,
  son,
  variable,
  yes,
} from './fixture.ts'

describe('three-valued logic', () => {
  test.each([
    ['all[error, false]', all(error(), no()), 'COND'],
    ['all[false, error]', all(no(), error()), 'COND'],
    ['all[true, error]', all(yes(), error()), 'ERROR'],
    ['all[error, true]', all(error(), yes()), 'ERROR'],
    ['all[true, true]', all(yes(), yes()), 'FIRED'],
    ['any[true, error]', any(yes(), error()), 'FIRED'],
    ['any[error, true]', any(error(), yes()), 'FIRED'],
    ['any[false, error]', any(no(), error()), 'ERROR'],
    ['any[false, false]', any(no(), no()), 'COND'],
    ['not true', not(yes()), 'COND'],
    ['not false', not(no()), 'FIRED'],
    ['not error', not(error()), 'ERROR'],
    ['all[true, not any[false, false]]', all(yes(), not(any(no(), no()))), 'FIRED'],
  ] as const)('%s', (_, condition, outcome) => {
    expect(outcomeOf(condition)).toBe(outcome)
  })
})

describe('two-sided checks', () => {
  const inside = range(['<=', input(100)], 'ev.gift.value', ['<', input(500)])
  const outside = range(['<=', input(100)], 'ev.gift.value', ['<', input(500)], 'or')
  test.each([
    [99, 'COND', 'FIRED'],
    [100, 'FIRED', 'COND'],
    [499, 'FIRED', 'COND'],
    [500, 'COND', 'FIRED'],
  ])('100 ≤ %i < 500', (value, within, without) => {
    const event = giftEvent({ 'ev.gift.value': value })
    expect(outcomeOf(inside, event)).toBe(within)
    expect(outcomeOf(outside, event)).toBe(without)
  })

  test('a bound may be a variable', () => {
    const condition = range(['<=', variable('ev.gift.count')], 'ev.gift.value', ['<=', input(500)])
    expect(outcomeOf(condition, giftEvent({ 'ev.gift.count': 100 }))).toBe('FIRED')
    expect(outcomeOf(condition, giftEvent({ 'ev.gift.count': 101 }))).toBe('COND')
  })
})

describe('one-sided checks', () => {
  const event = giftEvent({ 'ev.gift.name': 'ＶＩＰ火箭', 'ev.gift.value': 100 })
  test.each([
    [check('ev.gift.value', '=', 100), check('ev.gift.value', '=', 101)],
    [check('ev.gift.value', '!=', 101), check('ev.gift.value', '!=', 100)],
    [check('ev.gift.value', '>', 99), check('ev.gift.value', '>', 100)],
    [check('ev.gift.value', '>=', 100), check('ev.gift.value', '>=', 101)],
    [check('ev.gift.value', '<', 101), check('ev.gift.value', '<', 100)],
    [check('ev.gift.value', '<=', 100), check('ev.gift.value', '<=', 99)],
    [check('ev.gift.value', 'in', [1, 100]), check('ev.gift.value', 'in', [1, 2])],
    [check('ev.gift.value', 'nin', [1, 2]), check('ev.gift.value', 'nin', [1, 100])],
    [check('ev.gift.name', '=', 'ＶＩＰ火箭'), check('ev.gift.name', '=', 'VIP火箭')],
    [check('ev.gift.name', 'contains', '火'), check('ev.gift.name', 'contains', 'vip')],
    [check('ev.gift.name', 'ncontains', 'vip'), check('ev.gift.name', 'ncontains', '火')],
    [check('ev.gift.name', 'starts', 'ＶＩ'), check('ev.gift.name', 'starts', '火')],
    [check('ev.gift.name', 'ends', '火箭'), check('ev.gift.name', 'ends', '火')],
    [check('ev.gift.name', 'kwAny', ['跑车', 'vip']), check('ev.gift.name', 'kwAny', ['跑车'])],
    [
      check('ev.gift.name', 'kwAll', ['火箭', 'Vip']),
      check('ev.gift.name', 'kwAll', ['火箭', '跑车']),
    ],
  ])('$op', (holds, fails) => {
    expect(outcomeOf(holds, event)).toBe('FIRED')
    expect(outcomeOf(fails, event)).toBe('COND')
  })

  test('a variable may stand on the right', () => {
    const same = { ...check('ev.gift.value', '=', 0), rhs: variable('ev.gift.count') }
    expect(outcomeOf(same, giftEvent({ 'ev.gift.value': 7, 'ev.gift.count': 7 }))).toBe('FIRED')
    expect(outcomeOf(same, giftEvent({ 'ev.gift.value': 7, 'ev.gift.count': 8 }))).toBe('COND')
  })

  test('composed and decomposed letters are the same text', () => {
    const accented = giftEvent({ 'ev.gift.name': 'é' })
    expect(outcomeOf(check('ev.gift.name', '=', 'e\u0301'), accented)).toBe('FIRED')
  })
})

test('each event is read anew', () => {
  const room = roomOf(
    ruleSet({ children: [son({ when: check('ev.gift.name', 'kwAny', ['vip']) })] }),
  )
  const names = ['VIP', '跑车', 'vip']
  expect(names.flatMap((name) => room.outcomes(giftEvent({ 'ev.gift.name': name })))).toEqual([
    'FIRED',
    'COND',
    'FIRED',
  ])
})

describe('values', () => {
  const isLow = check('ev.user.level', '<', 1)

  test('a missing variable takes its fallback', () => {
    expect(outcomeOf(isLow, giftEvent())).toBe('FIRED')
    expect(outcomeOf(isLow, giftEvent({ 'ev.user.level': 5 }))).toBe('COND')
  })

  test('a value of the wrong type is an error, never a comparison', () => {
    expect(outcomeOf(isLow, giftEvent({ 'ev.user.level': '0' }))).toBe('ERROR')
    expect(outcomeOf(isLow, giftEvent({ 'ev.user.level': Number.NaN }))).toBe('ERROR')
    expect(outcomeOf(not(isLow), giftEvent({ 'ev.user.level': -Infinity }))).toBe('ERROR')
  })

  test('an error is an error in lists and ranges too', () => {
    expect(outcomeOf(check('ev.gift.name', 'nin', ['火箭']))).toBe('ERROR')
    expect(outcomeOf(check('ev.gift.name', 'kwAny', ['火箭']))).toBe('ERROR')
    const event = giftEvent({ 'ev.gift.value': 'much' })
    expect(outcomeOf(range(['<', input(1)], 'ev.gift.value', ['<', input(9)]), event)).toBe('ERROR')
  })
})

test('$ is the subject of the nearest node above', () => {
  const room = roomOf(
    ruleSet({
      hit: 'all',
      subject: variable('ev.gift.value'),
      children: [
        son({ id: 'value', when: check('$', '=', 100) }),
        par({
          subject: variable('ev.gift.count'),
          children: [
            son({ id: 'count', when: all(range(['<=', input(3)], '$', ['<=', input(3)])) }),
          ],
        }),
      ],
    }),
  )
  expect(room.texts(giftEvent({ 'ev.gift.count': 3 }))).toEqual(['value', 'count'])
  expect(room.texts(giftEvent({ 'ev.gift.count': 100 }))).toEqual(['value'])
})
