import { expect, test } from 'vitest'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { listWords, phrases } from './phrases.ts'
import { words } from '@kaibo/contract/kernel/words.ts'

test('phrases name the record in both languages, with the English singular for one', () => {
  const list = listWords(nouns.backAccount, { title: nouns.list, hint: nouns.note })
  expect(phrases.create(nouns.org)).toEqual(words('新增公会', 'New guild'))
  expect(phrases.create(nouns.pc).en).toBe('New PC')
  expect(phrases.disable(nouns.org, '星河').zh).toBe('停用公会「星河」')
  expect(list.what).toEqual(words('回收账号', 'back accounts'))
  expect(list.items(1)).toEqual(words('1 个回收账号', '1 back account'))
  expect(list.items(2).en).toBe('2 back accounts')
})
