import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('a line that a person reads: time, level, sentence, details', () => {
  const lines: string[] = []
  const log = openLog((line) => lines.push(line))
  log.warn({ code: 1006, reason: 'a b' }, '与服务器断开')
  log.error({ err: new Error('disk full') }, '写不进磁盘')
  log.debug('not shown')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d 警告 与服务器断开 code=1006 reason="a b"\n$/)
  expect(lines[1]).toMatch(/^\d\d:\d\d:\d\d 错误 写不进磁盘：disk full\n$/)
})
