import { expect, test } from 'vitest'
import { momentAt } from './room.moments.fixture.ts'
import { verdictOf } from './room.verdict.ts'

const decisions = (...tags: string[]) =>
  tags.map((tag, i) => momentAt(i, { kind: 'decision', tag }))

test.each([
  [['COND', 'COOLDOWN', 'FIRED'], 'FIRED'],
  [['COND', 'COOLDOWN', 'LIMIT'], 'COOLDOWN'],
  [['EXPIRED'], 'EXPIRED'],
])('of %j the one that counts is %s', (tags, told) => {
  expect(verdictOf(decisions(...tags))).toMatchObject({ tag: told })
})

test('rules that were not meant tell only that none was', () => {
  expect(verdictOf(decisions('COND', 'OFF', 'WINDOW'))).toBe('unmatched')
  expect(verdictOf([])).toBe(undefined)
})
