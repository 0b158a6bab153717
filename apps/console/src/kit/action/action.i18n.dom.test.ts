import { expect, test } from 'vitest'
import { words } from '@kaibo/contract/kernel/words.ts'
import { wordsOf } from '#client/i18n.ts'
import './action.i18n.ts'

const t = wordsOf('action')

test('English uses the singular for a count of one', () => {
  expect(t('items', { count: 1 })).toEqual(words('1 项', '1 item'))
  expect(t('items', { count: 2 })).toEqual(words('2 项', '2 items'))
})

test('an argument in both languages is inserted in the language of the sentence', () => {
  const items = t('items', { count: 2 })
  expect(t('selected', { items })).toEqual(words('已选 2 项', '2 items selected'))
})
