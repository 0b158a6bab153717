import { expect, test } from 'vitest'
import type { Catalogue } from '@kaibo/contract/talk/bundle.schema.ts'
import type { Var } from '@kaibo/contract/talk/variable.schema.ts'
import { stored, withVars } from './engine.fixture.ts'
import { input, variable } from './fixture.ts'
import { tryVariable } from './try-variable.ts'

const sum = (key: string, left: string, right: string): Var => ({
  key,
  name: key,
  var_type: 1,
  data_type: 0,
  calc: 1,
  steps: [{ id: 's', left: variable(left), op: '+', right: variable(right), method: 'none' }],
})

const level: Var = {
  key: 'level',
  name: '档位',
  var_type: 1,
  data_type: 1,
  calc: 3,
  input: variable('ev.gap'),
  match: 'range',
  rows: [{ from: 50, v: input('大优') }],
  else: input('胶着'),
}

const game = (...vars: Var[]): Catalogue => ({
  ...withVars(...vars),
  events: [
    {
      key: 'game.lead_change',
      label: '反超',
      variables: [{ key: 'ev.gap', label: '差距', type: 0 }],
    },
  ],
})

test('a variable is computed of stored ones, through others that are computed', () => {
  const catalogue = game(
    stored('red'),
    stored('blue'),
    sum('both', 'red', 'blue'),
    sum('twice', 'both', 'both'),
  )
  const tried = tryVariable('twice', catalogue, { red: 3, blue: 4 })
  expect(tried).toMatchObject({ problems: [], value: 14 })
  expect(tried.reads.map(({ key }) => key)).toEqual(['red', 'blue'])
})

test('it is computed of a field of a game’s event, under that event', () => {
  expect(tryVariable('level', game(level), { 'ev.gap': 60 })).toMatchObject({
    value: '大优',
    reads: [{ key: 'ev.gap', name: '差距', data_type: 0 }],
  })
  expect(tryVariable('level', withVars(level)).problems).toEqual(['没有名为 ev.gap 的变量'])
})

test('a circle, and fields that no event has together, are told', () => {
  const circle = game(sum('a', 'b', 'b'), sum('b', 'a', 'a'))
  expect(tryVariable('a', circle).problems).toEqual(['变量互相引用：a → b → a'])
  const apart = game(sum('mixed', 'ev.gap', 'ev.gift.value'))
  expect(tryVariable('mixed', apart).problems).toEqual(['没有一个事件同时有 ev.gap、ev.gift.value'])
})

test('a type that does not fit is told by the variable’s name', () => {
  const text: Var = { ...stored('note'), data_type: 1 }
  const [problem] = tryVariable(
    'both',
    game(text, stored('red'), sum('both', 'red', 'note')),
  ).problems
  expect(problem).toContain('类型不符')
})
