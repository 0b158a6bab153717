import { expect, test } from 'vitest'
import { calculate, parsed, roundTo, rounded } from './decimal.ts'
import { DIV0, OUT_OF_RANGE, WRONG_TYPE } from './fault.ts'

test.each([
  [0.1, '+', 0.2, 0.3],
  [1.1, '*', 1.1, 1.21],
  [1, '/', 3, 0.3333333333],
  [2, '/', 3, 0.6666666667],
  [-2, '/', 3, -0.6666666667],
  [7, '%', 3, 1],
  [-7, '%', 3, -1],
  [5.5, '%', 2, 1.5],
  [1, '/', 0, DIV0],
  [1, '%', 0, DIV0],
  [999_999_999_999_999, '+', 1, OUT_OF_RANGE],
  [1e14, '*', 10, OUT_OF_RANGE],
  [123_456_789_012_345, '+', 0.4, 123_456_789_012_345],
  [3, 'min', -1, -1],
  [3, 'max', -1, 3],
] as const)('%d %s %d', (left, operation, right, result) => {
  expect(calculate(left, operation, right)).toBe(result)
})

test.each([
  [2.5, 'round', 3],
  [-2.5, 'round', -3],
  [0.05, 'round1', 0.1],
  [1.005, 'round2', 1.01],
  [-1.9, 'intval', -1],
  [1.1, 'ceil', 2],
  [-0.1, 'ceil', 0],
  [-0.1, 'floor', -1],
  [1.25, 'none', 1.25],
] as const)('%d by %s', (value, method, result) => {
  // `toBe` tells 0 from −0
  expect(rounded(value, method)).toBe(result)
})

test('only a number is read of a text', () => {
  expect([parsed('−1.9'), parsed(' 12 '), parsed('abc'), parsed('1e3'), parsed('')]).toEqual([
    -1.9,
    12,
    WRONG_TYPE,
    WRONG_TYPE,
    WRONG_TYPE,
  ])
  expect(roundTo(1.005, 2)).toBe(1.01)
})
