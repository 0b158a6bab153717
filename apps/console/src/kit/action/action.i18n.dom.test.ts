import { afterEach, expect, test } from 'vitest'
import { textOf } from '#client/i18n.ts'
import { setLanguage } from '#client/language.ts'
import './action.i18n.ts'

afterEach(() => setLanguage('zh'))

test('one of a thing is said in the singular where there is one', () => {
  const t = textOf('action')
  setLanguage('en')
  expect([1, 2].map((count) => t('items', { count }))).toEqual(['1 item', '2 items'])
  setLanguage('zh')
  expect([1, 2].map((count) => t('items', { count }))).toEqual(['1 项', '2 项'])
})
