import { expect, test } from 'vitest'
import { failuresOf, lastLine, outcome, table, times } from './tally.mjs'

const green = outcome('unit', 3.14, 0, { passed: 40, skipped: 2 })
const red = outcome('api', 9, 1, { passed: 7, failed: 2 })

test('the last line adds the stages up, and names skipped tests only if there are any', () => {
  expect(lastLine([red])).toBe('7 passed, 2 failed')
  expect(lastLine([green, red])).toBe('47 passed, 2 failed, 2 skipped')
})

test('a stage that breaks without a failed test is never told as 0 failed', () => {
  expect(lastLine([outcome('lint', 1, 2)])).toBe('0 passed, 1 failed')
  expect(lastLine([outcome('e2e', 1, 1, { passed: 3 })])).toBe('3 passed, 1 failed')
})

test('the table says what was left out and why', () => {
  const left = { ...outcome('e2e', 0, 0), leftOut: 'chromium not found' }
  expect(table([green, red, left]).split('\n')).toEqual([
    'unit     ok           3.1 s  40 passed, 2 skipped',
    'api      FAILED       9.0 s  7 passed, 2 failed',
    'e2e      LEFT OUT     0.0 s  chromium not found',
  ])
})

test('one line says where the time went: each stage, and the ten files that took longest', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ file: `server/t${n}.test.ts`, seconds: n }))
  const line = times([outcome('lint', 2.4, 0), outcome('api', 30, 0, { files })], 31)
  expect(line).toMatch(
    /^seconds: 31, of which lint 2, api 30; slowest files: api server\/t11\.test\.ts 11, /,
  )
  expect(line.match(/test\.ts/g)).toHaveLength(10)
  expect(line).not.toContain('t1.test.ts')
})

test('each failed test is named at the end with its stage', () => {
  const failures = ['server/a.test.ts: it adds up: expected 1 to be 2']
  expect(failuresOf([green, outcome('api', 9, 1, { failed: 1, failures })])).toEqual([
    '!! api server/a.test.ts: it adds up: expected 1 to be 2',
  ])
})

test('a test that passed only when it was run again is told, and does not count as failed', () => {
  const retried = ['server/a.test.ts: it adds up: expected 1 to be 2']
  const once = outcome('api', 9, 0, { passed: 7, retried })
  expect(failuresOf([once])).toEqual([
    '?? api passed when run again: server/a.test.ts: it adds up: expected 1 to be 2',
  ])
  expect(lastLine([once])).toBe('7 passed, 0 failed')
})
