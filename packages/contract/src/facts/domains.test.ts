import { expect, test } from 'vitest'
import { actWords } from './acts.ts'
import { rightWords } from './domains.ts'

test('a right is called by its domain and what it does, in both languages', () => {
  expect(rightWords('live-account.look').zh).toBe('直播账号 · 查看')
  expect(rightWords('live-account.look').en).toBe('Live accounts · View')
  expect(actWords('room.imme').zh).toBe('紧急停播')
})

test('a domain that is not known is called by its code', () => {
  expect(rightWords('radio.look').zh).toBe('radio · 查看')
})
