import { expect, test } from 'vitest'
import { AuthExpireStatus, UserStatus } from '../facts/enums.ts'
import { accountCan, expireStatusOf, LAST_ADMIN, OUT_OF_REACH, SOON_MS } from './account.rules.ts'

const someone = {
  uid: 'b',
  status: UserStatus.open as number,
  restriction: 'none' as const,
  otp_bound: 0,
  phone: '',
}

test('谁的账号能做什么，不能时说明原因', () => {
  expect(accountCan('edit', someone, 'a')).toBe(true)
  expect(accountCan('edit', { ...someone, restriction: 'out_of_reach' }, 'a')).toBe(OUT_OF_REACH)
  expect(accountCan('disable', { ...someone, restriction: 'last_admin' }, 'a')).toBe(LAST_ADMIN)
  expect(accountCan('edit', { ...someone, restriction: 'last_admin' }, 'a')).toBe(true)
  expect(accountCan('disable', { ...someone, status: UserStatus.close }, 'a')).toMatchObject({
    zh: '账号已停用',
  })
  expect(accountCan('enable', someone, 'a')).toMatchObject({ zh: '账号已启用' })
  expect(accountCan('unbind', someone, 'a')).toMatchObject({
    zh: expect.stringContaining('没有绑定'),
  })
  expect(accountCan('unbind', { ...someone, otp_bound: 1 }, 'a')).toBe(true)
})

test('自己的账号', () => {
  expect(accountCan('disable', someone, 'b')).toMatchObject({ zh: '不能停用自己的账号' })
  expect(accountCan('reset', someone, 'b')).toMatchObject({
    zh: expect.stringContaining('个人资料'),
  })
  expect(accountCan('edit', someone, 'b')).toBe(true)
})

test('有效期', () => {
  const now = 1_000_000
  expect(expireStatusOf(null, now)).toBe(AuthExpireStatus.forever)
  expect(expireStatusOf(now, now)).toBe(AuthExpireStatus.expired)
  expect(expireStatusOf(now + SOON_MS, now)).toBe(AuthExpireStatus.soon)
  expect(expireStatusOf(now + SOON_MS + 1, now)).toBe(AuthExpireStatus.normal)
})
