import { expect, test } from 'vitest'
import type { Var } from '@kaibo/contract/talk/variable.schema.ts'
import { compileRules } from './compile.ts'
import { at, doorOf, heard, stored, withVars } from './engine.fixture.ts'
import { check, giftEvent, input, ruleSet, say, son, variable } from './fixture.ts'

const shared = { name: '派生', var_type: 1, data_type: 0 } as const
const calc = (key: string, ...steps: Extract<Var, { calc: 1 }>['steps']): Var => ({
  ...shared,
  key,
  calc: 1,
  steps,
})
const value = variable('ev.gift.value')

/** What a sentence says of the variable, or why there is none. */
function told(vars: Var[], event = giftEvent(), key = vars[0]?.key ?? ''): string | undefined {
  const set = ruleSet({ children: [son({ actions: say(`{{${key}}}`) })] })
  return heard(doorOf([set], { catalogue: withVars(...vars) }).happen(event, at(0)))[0]
}

test('steps are calculated in order, each may use one before', () => {
  const yuan = calc(
    'yuan',
    { id: 's1', left: value, op: '/', right: input(100), method: 'none' },
    {
      id: 's2',
      left: { origin: 'result', ref: 's1' },
      op: '*',
      right: input(1.5),
      method: 'round1',
    },
    {
      id: 's3',
      left: { origin: 'result', ref: '$prev' },
      op: '+',
      right: input(0),
      method: 'ceil',
    },
  )
  expect(told([yuan], giftEvent({ 'ev.gift.value': 333 }))).toBe('5')
})

test('a division by nothing is a fault of its own, and an error', () => {
  const share = calc('share', {
    id: 's',
    left: value,
    op: '/',
    right: variable('zero'),
    method: 'none',
  })
  expect(told([share, stored('zero')])).toBe('ERROR')
  const when = check('share', '>', 1)
  const room = doorOf([ruleSet({ children: [son({ when })] })], {
    catalogue: withVars(share, stored('zero')),
  })
  const decisions = Array.from({ length: 5 }, (_, index) =>
    room.happen(giftEvent({}, `e${index}`), at(index)),
  ).flat()
  expect(decisions.map(({ opened }) => opened)).toEqual([...Array(4).fill(undefined), 'DIV0'])
})

test('cases, in their order; one that cannot be decided ends them', () => {
  const level: Var = {
    ...shared,
    key: 'level',
    data_type: 1,
    calc: 2,
    cases: [
      { when: check('ev.gift.value', '>=', 1_000), value: input('大') },
      { when: check('ev.user.fan_level', '>', 3), value: input('熟') },
    ],
    else: input('小'),
  }
  const of = (vars: object) => told([level], giftEvent({ ...vars }))
  expect(of({ 'ev.gift.value': 1_000, 'ev.user.fan_level': 9 })).toBe('大')
  expect(of({ 'ev.user.fan_level': 9 })).toBe('熟')
  expect(of({})).toBe('小')
  expect(of({ 'ev.gift.value': 'x', 'ev.user.fan_level': 9 })).toBe('ERROR')
})

const table = (match: Extract<Var, { calc: 3 }>['match'], rows: object[], of = value): Var => ({
  ...shared,
  key: 't',
  data_type: 1,
  calc: 3,
  input: of,
  match,
  rows: rows as Extract<Var, { calc: 3 }>['rows'],
  else: input('别的'),
})

test('a table: a range holds its lower end only, keywords and beginnings take the first row', () => {
  const ranges = table('range', [
    { from: 0, to: 100, v: input('一') },
    { from: 100, v: input('二') },
  ])
  expect(told([ranges])).toBe('二')
  expect(told([ranges], giftEvent({ 'ev.gift.value': -1 }))).toBe('别的')
  const name = variable('ev.user.name')
  const words = table(
    'keyword',
    [
      { k: 'VIP', v: input('贵宾') },
      { k: '小', v: input('小朋友') },
    ],
    name,
  )
  expect(told([words])).toBe('小朋友')
  expect(told([words], giftEvent({ 'ev.user.name': '小ｖｉｐ' }))).toBe('贵宾')
})

const limit = (over: object): Var => ({
  ...shared,
  key: 'l',
  calc: 4,
  input: value,
  overflow: 'clamp',
  ...over,
})

test('limits: around the clock, cut to a length, or a fault', () => {
  const bounds = { min: input(0), max: input(360) }
  const of = (over: object, amount: number) =>
    told([limit({ ...bounds, ...over })], giftEvent({ 'ev.gift.value': amount }))
  expect([of({}, 400), of({}, -4), of({}, 7)]).toEqual(['360', '0', '7'])
  const wrap = { overflow: 'wrap' }
  expect([of(wrap, 361), of(wrap, -1), of(wrap, 360)]).toEqual(['1', '359', '0'])
  expect(of({ overflow: 'error' }, 361)).toBe('ERROR')
  const cut = limit({ data_type: 1, input: variable('ev.user.name'), max_chars: 4 })
  expect(told([cut], giftEvent({ 'ev.user.name': '一二三四五' }))).toBe('一二三四…')
})

const rank = (over: object): Var => ({
  ...shared,
  key: 'rank',
  calc: 5,
  provider: 'room_rank_today',
  ...over,
})

test('a value of the server that did not come in time is its default, or a fault', () => {
  expect(told([rank({ default: 9 })])).toBe('9')
  expect(told([rank({})])).toBe('ERROR')
  expect(told([rank({})], giftEvent({ rank: 2 }))).toBe('2')
})

test('reads the same wherever one event reads it', () => {
  const counted = calc('twice', { id: 's', left: value, op: '+', right: input(1), method: 'none' })
  const set = ruleSet({
    hit: 'all',
    children: [son({ when: check('twice', '>', 0), actions: say('{{twice}}{{twice}}') })],
  })
  expect(heard(doorOf([set], { catalogue: withVars(counted) }).happen(giftEvent(), at(0)))).toEqual(
    ['101101'],
  )
})

const of = (key: string, from: string) =>
  calc(key, { id: 's', left: variable(from), op: '+', right: input(1), method: 'none' })
const result = compileRules([ruleSet()], withVars(of('a', 'b'), of('b', 'c'), of('c', 'a')))
expect(result).toMatchObject({
  ok: false,
  errors: [{ message: '变量互相引用：a → b → c → a' }],
})

test('variables that are computed from each other are refused, with the circle', () => {})
