import { expect, test } from 'vitest'
import { isFound } from './palette.items.ts'

test.each([
  ['账号分组', 'zhfz', true],
  ['账号分组', 'fenzu', true],
  ['直播收入', 'zbsr', true],
  ['直播收入', '收入', true],
  ['Live income', 'INC', true],
  ['直播收入', 'xyz', false],
  ['直播收入', '', true],
])('%s 用 %s 找：%s', (text, typed, found) => expect(isFound(text, typed)).toBe(found))
