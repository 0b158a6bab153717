import { expect, test } from 'vitest'
import { logLineOf } from './log-line.ts'

const lineOf = (entry: object, options?: { withStack: boolean }) =>
  logLineOf(JSON.stringify({ level: 40, time: 0, ...entry }), options)

test('time, level, sentence, details', () => {
  const line = lineOf({ msg: 'login refused', username: 'root', ip: '::1', why: 'a b', code: 2001 })
  expect(line).toMatch(
    /^\d\d:\d\d:\d\d 警告 login refused username=root ip=::1 why="a b" code=2001\n$/,
  )
})

test('of an error its message and, where it is asked for, where it came from', () => {
  const entry = {
    level: 50,
    msg: 'failed',
    err: { message: 'no', stack: 'Error: no\n    at a.ts:1' },
  }
  expect(lineOf(entry)).toMatch(/^\S+ 错误 failed：no\n$/)
  expect(lineOf(entry, { withStack: true })).toMatch(/^\S+ 错误 failed：no\n {4}at a\.ts:1\n$/)
})

test('what others have sent neither moves the cursor nor breaks the line', () => {
  const line = lineOf({ msg: 'login\nrefused', username: 'a\u001b[2J\u202eb\u009b' })
  expect(line).toContain(String.raw`login\u{a}refused`)
  expect(line).toContain(String.raw`\u{202e}b\u{9b}`)
  expect(line.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})
