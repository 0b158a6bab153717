import { expect, test } from 'vitest'
import { actLabel } from './acts.ts'
import { rightLabel } from './domains.ts'

test('a right is called by its domain and what it does, in both languages', () => {
  expect(rightLabel('live-account.look', 'zh')).toBe('直播账号 · 查看')
  expect(rightLabel('live-account.look', 'en')).toBe('Live accounts · View')
  expect(actLabel('room.imme', 'zh')).toBe('紧急停播')
})

test('a domain that is not known is called by its code', () => {
  expect(rightLabel('radio.look', 'zh')).toBe('radio · 查看')
})
