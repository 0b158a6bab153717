import { expect, test } from 'vitest'
import { fold, placeOf, termsOf } from './fold.ts'

test.each([
  ['ＡＢc１２', 'abc12'],
  ['阿狸·夜读', '阿狸夜读'],
  ['阿狸・夜 读', '阿狸夜读'],
  ['Ⅳ㈱', 'iv(株)'],
  ['a-b_c', 'a-b_c'],
])('%s is searched as %s', (text, folded) => expect(fold(text)).toBe(folded))

test.each([
  ['  AL  yd ', ['al', 'yd']],
  ['夜　夜 读', ['夜', '读']],
  ['夜读 3', ['夜读3']],
  ['a b 12', ['ab12']],
  ['138 夜读', ['138', '夜读']],
  [' · ', []],
])('%j are the words %j', (typed, terms) => expect(termsOf(typed)).toEqual(terms))

test.each([
  ['阿狸·夜读', '狸夜', '狸·夜'],
  ['看 ＡＢ 吧', 'ab', 'ＡＢ'],
  ['😀夜读', '夜', '夜'],
  ['㈱', '株', '㈱'],
  ['夜读', '读夜', undefined],
  ['夜读', '', undefined],
])('in %s the folded %s is %s', (text, term, found) => {
  const place = placeOf(text, term)
  expect(place && text.slice(...place)).toBe(found)
})
