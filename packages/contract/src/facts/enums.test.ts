import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { optionsOf } from '../kernel/enumeration.ts'
import type { Lang } from '../kernel/words.ts'
import * as enums from './enums.ts'

/**
 * The test's own copy of spec §4. The spec gives some members without a value (then the name is the value) and the order
 * tabs and ordinal groups without the other half (then they are counted from 1).
 */
const spec = JSON.parse(
  readFileSync(new URL('../../test-data/enums.json', import.meta.url), 'utf8'),
) as Record<string, Record<string, string | number>>

test('there are exactly the enumerations of the spec', () => {
  expect(Object.keys(enums).sort()).toEqual(Object.keys(spec).sort())
})

test.each(Object.entries(enums))('%s has exactly its members, in their order', (name, members) => {
  expect(Object.entries(members)).toEqual(Object.entries(spec[name] ?? {}))
})

test.each(Object.entries(enums))('%s says each value in Chinese and in English', (_, members) => {
  for (const lang of ['zh', 'en'] satisfies Lang[]) {
    const options = optionsOf(members, lang)
    const labels = options.map((option) => option.label)
    expect(options.map((option) => option.value)).toEqual(Object.values(members))
    expect(labels.filter((label) => label.trim() === '')).toEqual([])
    expect(new Set(labels).size, `two values say the same: ${labels.join(', ')}`).toBe(
      labels.length,
    )
  }
})
