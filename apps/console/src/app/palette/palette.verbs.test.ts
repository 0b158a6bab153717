import { expect, test } from 'vitest'
import { verbIn } from './palette.verbs.ts'

const verbs = [{ label: '开播' }, { label: '停播' }]

test.each([
  ['开播 阿狸', '开播', '阿狸'],
  ['停播阿狸', '停播', '阿狸'],
  ['kb alyd', '开播', 'alyd'],
  ['TingBo  alyd', '停播', 'alyd'],
  ['开播', '开播', ''],
  ['tb', '停播', ''],
  ['kbalyd', undefined, undefined],
  ['阿狸开播', undefined, undefined],
])('%s', (typed, label, rest) => {
  const found = verbIn(typed, verbs)
  expect(found && { label: found.verb.label, rest: found.rest }).toEqual(
    label === undefined ? undefined : { label, rest },
  )
})

test('in English a verb is a whole word', () => {
  const english = [{ label: 'Start' }, { label: 'Stop' }]
  expect(verbIn('start ali', english)).toEqual({ verb: english[0], rest: 'ali' })
  expect(verbIn('starting ali', english)).toBeUndefined()
})
