import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { enumeration, labelOf, oneOf, optionsOf } from './enumeration.ts'

const Light = enumeration({ on: [1, '开', 'On'], off: [0, '关', 'Off'] })

test('the constants carry the values', () => {
  expect(Light).toEqual({ on: 1, off: 0 })
})

test('options keep the order and speak the language asked for', () => {
  expect(optionsOf(Light, 'zh')).toEqual([
    { value: 1, label: '开' },
    { value: 0, label: '关' },
  ])
  expect(optionsOf(Light, 'en').map((option) => option.label)).toEqual(['On', 'Off'])
})

test('a value shows as its label, an unknown one as itself, none as --', () => {
  expect(labelOf(Light, 0, 'zh')).toBe('关')
  expect(labelOf(Light, 7, 'zh')).toBe('7')
  expect(labelOf(Light, null, 'zh')).toBe('--')
  expect(labelOf(Light, undefined, 'en')).toBe('--')
})

test.each([
  [1, true],
  [0, true],
  [2, false],
  ['1', false],
  ['on', false],
])('the schema meets %j: %s', (value, accepted) => {
  expect(z.safeParse(oneOf(Light), value).success).toBe(accepted)
})
