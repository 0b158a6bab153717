import { expect, test } from 'vitest'
import { strengthOf, weaknessOf } from './password.rules.ts'

test.each(['password', '12345678', 'Admin888', 'abcdefgh', '98765432', '5201314'])(
  '%s 太常见',
  (password) =>
    expect(weaknessOf(password, 'zhang')).toMatchObject({ zh: expect.stringContaining('太常见') }),
)

test('含用户名、重复字符过多都不行', () => {
  expect(weaknessOf('my-Zhang-2026', 'zhang')).toMatchObject({ zh: '密码不能包含用户名' })
  expect(weaknessOf('ababababab', 'zhang')).toMatchObject({ zh: expect.stringContaining('重复') })
  expect(weaknessOf('一匹马走过三座桥', 'zhang')).toBeUndefined()
})

test('长的胜过花的', () => {
  expect(strengthOf('short1', 'x')).toBe('weak')
  expect(strengthOf('kaibo-2026', 'x')).toBe('fair')
  expect(strengthOf('correct horse battery staple', 'x')).toBe('good')
})
