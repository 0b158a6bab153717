import { expect, test } from 'vitest'
import { loadStateOf } from './load-state.ts'

const facts = {
  idle: false,
  failed: false,
  outdated: false,
  shown: { rows: 20, total: 100 },
  page: 1,
  page_size: 20,
}

test.each([
  ['init', { shown: undefined, idle: true }],
  ['loading', { shown: undefined }],
  ['error', { shown: undefined, failed: true }],
  ['load', { outdated: true }],
  ['hasmore', {}],
  ['hasmore', { failed: true }],
  ['nomore', { page: 5 }],
  ['success', { shown: { rows: 3, total: 3 } }],
  ['empty', { shown: { rows: 0, total: 0 } }],
  ['end', { shown: { rows: 0, total: 100 }, page: 9 }],
  ['hasmore', { page: 500, shown: { rows: 20, total: 10_000, next: 'more' } }],
  ['nomore', { cursor: 'more', shown: { rows: 3, total: 10_000, next: null } }],
  ['end', { cursor: 'more', shown: { rows: 0, total: 10_000, next: null } }],
] as const)('%s：%j', (state, part) => {
  expect(loadStateOf({ ...facts, ...part })).toBe(state)
})
