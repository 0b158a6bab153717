import { afterEach, expect, test } from 'vitest'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import { setLanguage } from '#client/language.ts'
import { listWords, phrases } from './phrases.ts'

afterEach(() => setLanguage('zh'))

test('a kind of record is named in both languages, and counted in the singular where there is one', () => {
  const list = listWords(nouns.backAccount, { title: nouns.list, hint: nouns.note })
  expect([phrases.create(nouns.org), phrases.disable(nouns.org, '星河')]).toEqual([
    '新增公会',
    '停用公会「星河」',
  ])
  expect([list.what(), list.items(1)]).toEqual(['回收账号', '1 个回收账号'])
  setLanguage('en')
  expect([phrases.create(nouns.org), phrases.create(nouns.pc)]).toEqual(['New guild', 'New PC'])
  expect([list.what(), list.items(1), list.items(2)]).toEqual([
    'back accounts',
    '1 back account',
    '2 back accounts',
  ])
})
