import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { SortDir } from '../facts/enums.ts'
import { oneOf } from './enumeration.ts'
import { listQuery } from './page.ts'
import { fromStrings } from './wire.ts'

const schema = z.object({
  text: z.string(),
  count: z.int(),
  price: z.optional(z.number()),
  dir: z.optional(oneOf(SortDir)),
  on: z.optional(z.boolean()),
  page: z._default(z.int(), 1),
  pc: z.optional(z.nullable(z.string())),
  ids: z.optional(z.array(z.int())),
  extra: z.optional(z.object({ a: z.int() })),
})

test.each<[Record<string, unknown>, Record<string, unknown>]>([
  [
    { text: '5', count: '5' },
    { text: '5', count: 5 },
  ],
  [
    { count: '-3', price: '2.50' },
    { count: -3, price: 2.5 },
  ],
  [{ dir: '0' }, { dir: 0 }],
  [{ on: 'true' }, { on: true }],
  [{ on: 'false' }, { on: false }],
  [{ ids: '1,2' }, { ids: [1, 2] }],
  [{ ids: '[1,2]' }, { ids: [1, 2] }],
  [{ ids: ['1', '2'] }, { ids: [1, 2] }],
  [{ extra: '{"a":1}' }, { extra: { a: 1 } }],
])('%j is read as %j', (raw, typed) => {
  expect(fromStrings(schema, raw)).toEqual(typed)
})

test('an empty value is "not given" where the field may be left out, and stays where it may not', () => {
  const raw = { text: '', count: '', price: '', page: '', pc: '', dir: '' }
  expect(fromStrings(schema, raw)).toEqual({ text: '', count: '' })
})

test.each([
  { count: 'x' },
  { count: '1e3' },
  { count: ' 1' },
  { count: '0x10' },
  { count: '1.' },
  { on: 'yes' },
  { dir: 'ascend' },
  { extra: '{"a":' },
  { extra: `{"a":${'['.repeat(200)}${']'.repeat(200)}}` },
  { unknown: '5' },
])('what does not fit is left as it came for validation to name: %j', (raw) => {
  expect(fromStrings(schema, raw)).toEqual(raw)
})

test('a key called like a part of every object stays a plain key', () => {
  const raw = JSON.parse('{"__proto__": {"count": "9"}, "constructor": "x"}') as Record<
    string,
    unknown
  >
  const typed = fromStrings(schema, raw)
  expect(Object.keys(typed)).toEqual(['__proto__', 'constructor'])
  expect(Object.getPrototypeOf(typed)).toBe(Object.prototype)
})

test('a list query given as text has its defaults and types', () => {
  const query = listQuery(['name'], {})
  expect(z.parse(query, fromStrings(query, { page: '2', page_size: '', sort_dir: '1' }))).toEqual({
    page: 2,
    page_size: 20,
    sort_dir: 1,
  })
})

test.each([{ page: '0' }, { page: '10001' }, { page_size: '201' }, { sort_by: 'password' }])(
  'a list query refuses %j',
  (raw) => {
    const query = listQuery(['name'], {})
    expect(z.safeParse(query, fromStrings(query, raw)).success).toBe(false)
  },
)
