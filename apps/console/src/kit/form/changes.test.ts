import { words } from '@kaibo/contract/kernel/words.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { field, secret, setOf } from '@kaibo/contract/kernel/field.ts'
import { changed, onlyKnown, withoutSecrets } from './changes.ts'

const schema = z.object({
  name: field(words('名称', '名称'), z.string()),
  password: z.optional(secret(words('密码', '密码'), z.string())),
  credentials: z.optional(
    field(
      words('平台凭据', '平台凭据'),
      z.object({
        id: z.string(),
        key: z.optional(secret(words('推送密钥', '推送密钥'), z.string())),
      }),
    ),
  ),
  codes: z.array(secret(words('身份码', '身份码'), z.string())),
  tags: setOf(z.array(z.string())),
})

test('密码不留，装着密码的也不留', () => {
  const values = {
    name: '甲',
    password: 'p',
    credentials: { id: 'i', key: 'k' },
    codes: ['c'],
    tags: ['t'],
    own: 1,
  }
  expect(withoutSecrets(schema, values)).toEqual({ name: '甲', tags: ['t'], own: 1 })
})

test('改过的才算；空着、没有和空字符串是一回事', () => {
  const base = { name: '甲', phone: null, tags: ['a', 'b'], codes: ['1', '2'] }
  expect(
    changed(schema, { name: '乙', phone: '', tags: ['b', 'a'], codes: ['2', '1'] }, base),
  ).toEqual({
    name: '乙',
    codes: ['2', '1'],
  })
})

test('合同里没有的字段不发送', () => {
  expect(onlyKnown(schema, { name: '甲', own: 1, tags: undefined })).toEqual({ name: '甲' })
})

test('清空了的密码等于没填，不发送', () => {
  expect(onlyKnown(schema, { name: '', password: '' })).toEqual({ name: '' })
})
