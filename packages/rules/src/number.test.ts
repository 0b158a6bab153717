import { expect, test } from 'vitest'
import { isDecimal, roundTo } from './decimal.ts'
import { fixed, inWan } from './number.ts'

test('rounding is half away from zero on the digits as written', () => {
  expect(roundTo(2.5, 0)).toBe(3)
  expect(roundTo(-2.5, 0)).toBe(-3)
  expect(roundTo(0.05, 1)).toBe(0.1)
  expect(roundTo(1.005, 2)).toBe(1.01)
  expect(roundTo(1e21, 2)).toBe(1e21)
  expect(Object.is(roundTo(-0.1, 0), 0)).toBe(true)
  expect(fixed(1.005, 2)).toBe('1.01')
  expect(fixed(3, 1)).toBe('3.0')
})

test('large numbers are said in 万 and 亿', () => {
  expect(
    [0, 9_999, 10_000, 12_345, 99_999_499, 99_999_500, 350_000_000, -20_000].map(inWan),
  ).toEqual(['0', '9999', '1万', '1.2万', '9999.9万', '1亿', '3.5亿', '-2万'])
})

test('a decimal is finite and has at most 15 significant and 10 fractional digits', () => {
  expect([1, -0.5, 123_456_789_012_345, 12_345.1234567891, 1e-10].every(isDecimal)).toBe(true)
  const beyond = [1e15, 1e21, 1_234_567_890_123_456, 123_456.1234567891, 1.5e-10]
  expect([Number.NaN, Infinity, 0.12345678912, ...beyond].some(isDecimal)).toBe(false)
})
