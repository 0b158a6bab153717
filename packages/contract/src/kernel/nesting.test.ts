import { expect, test } from 'vitest'
import { isShallowJson } from './nesting.ts'

const nested = (levels: number) => `${'{"a":['.repeat(levels / 2)}${']}'.repeat(levels / 2)}`

test('a text may be nested 128 deep, whether or not it ends', () => {
  expect(isShallowJson(nested(128))).toBe(true)
  expect(isShallowJson(nested(130))).toBe(false)
  expect(isShallowJson('['.repeat(1_000_000))).toBe(false)
})

test('what stands side by side, and what stands in a text, is not nested', () => {
  expect(isShallowJson(`[${'[],'.repeat(1_000)}{}]`)).toBe(true)
  for (const text of ['['.repeat(200), '\\', '"', '\\"[', `"${'['.repeat(200)}`])
    expect(isShallowJson(JSON.stringify([text, { [text]: 1 }]))).toBe(true)
})

test('brackets behind a text count, however the text ends', () => {
  for (const text of ['a', '\\', '\\"', '"'])
    expect(isShallowJson(JSON.stringify(text) + '['.repeat(129))).toBe(false)
  expect(isShallowJson('"never ended \\')).toBe(true)
})
