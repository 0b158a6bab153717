import { expect, test } from 'vitest'
import { isSameText } from './same-text.ts'

test.each([
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['', 'abc', false],
  ['abcd', 'abc', false],
])('%j is %j: %j', (given, expected, same) => expect(isSameText(given, expected)).toBe(same))
