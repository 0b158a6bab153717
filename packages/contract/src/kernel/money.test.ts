import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fen, formatFen, formatFenShort, formatYuan } from './money.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [-5, '-0.05'],
  [100, '1.00'],
  [99_999, '999.99'],
  [100_000, '1,000.00'],
  [1_234_560, '12,345.60'],
  [-1_234_560, '-12,345.60'],
  [123_456_789_012, '1,234,567,890.12'],
  [Number.MAX_SAFE_INTEGER, '90,071,992,547,409.91'],
])('%d fen is %s', (value, text) => {
  expect(formatFen(value)).toBe(text)
})

test.each([
  [1_234_560, '¥12,345.60'],
  [-5, '-¥0.05'],
])('%d fen is %s where no header names the unit', (value, text) => {
  expect(formatYuan(value)).toBe(text)
})

test.each([
  [0, '¥0.00'],
  [999_999, '¥9,999.99'],
  [1_000_000, '¥1.00万'],
  [1_234_567, '¥1.23万'],
  [-1_234_567, '-¥1.23万'],
  [-50, '-¥0.50'],
])('%d fen is %s for short', (value, text) => {
  expect(formatFenShort(value)).toBe(text)
})

test.each([0.5, '1', Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%s is no fen', (value) => {
  expect(z.safeParse(fen(), value).success).toBe(false)
})
