import { expect, test } from 'vitest'
import { returnPath } from './auth.return.ts'

const to = (from: string) => returnPath(`?from=${encodeURIComponent(from)}`, 'http://kaibo.test')

test('a login leads back to the requested page with its query, if it is one of the console', () => {
  expect(to('/income/live?page=2&keyword=礼物')).toBe(
    '/income/live?page=2&keyword=%E7%A4%BC%E7%89%A9',
  )
})

test.each([
  'https://evil.test/',
  '//evil.test/income',
  '/\\evil.test',
  '/\t/evil.test',
  '/.//evil.test/income',
  '/income/..//evil.test',
  '/.\\/evil.test',
  '/.//',
  'javascript:alert(1)',
  'income/live',
  '/login',
  '/login?from=/login',
  '',
])('%j leads to the start page', (from) => {
  expect(to(from)).toBe('/')
})

test('without a requested page a login leads to the start page', () => {
  expect(returnPath('', 'http://kaibo.test')).toBe('/')
})
