import { words, type Words } from '../kernel/words.ts'
import { AuthExpireStatus, UserStatus } from '../facts/enums.ts'

/** What can be done to somebody's account. One's own is changed in the profile. */
export type AccountAct = 'edit' | 'enable' | 'disable' | 'reset' | 'unbind'

/**
 * Why the caller may not change an account. `out_of_reach`: it holds rights that the caller does not. `last_admin`: it is the last
 * enabled administrator. The server works it out; server and console share the messages below.
 */
export type Restriction = 'none' | 'out_of_reach' | 'last_admin'

interface AccountFacts {
  uid: string
  status: number
  restriction: Restriction
  otp_bound: number
  phone: string
}

const SELF: Partial<Record<AccountAct, Words>> = {
  disable: words('不能停用自己的账号', 'Your own account cannot be disabled'),
  reset: words('自己的密码请在个人资料中修改', 'Change your own password in your profile'),
  unbind: words('自己的绑定请在个人资料中解除', 'Remove your own bindings in your profile'),
}

/** `true`, or the sentence why not. */
export function accountCan(act: AccountAct, account: AccountFacts, my_uid: string): true | Words {
  if (account.uid === my_uid) {
    const own = SELF[act]
    if (own) return own
  } else if (account.restriction === 'out_of_reach') return OUT_OF_REACH
  if (act === 'disable') {
    if (account.restriction === 'last_admin') return LAST_ADMIN
    return (
      account.status === UserStatus.open || words('账号已停用', 'The account is disabled already')
    )
  }
  if (act === 'enable')
    return (
      account.status === UserStatus.close || words('账号已启用', 'The account is enabled already')
    )
  if (act === 'unbind')
    return (
      account.otp_bound === 1 ||
      account.phone !== '' ||
      words(
        '账号没有绑定动态验证码和手机号',
        'The account has neither a second factor nor a phone bound',
      )
    )
  return true
}

export const OUT_OF_REACH: Words = words(
  '该账号的权限超出你的权限，请联系管理员',
  'This account holds more rights than you; ask an administrator',
)
/** Somebody must always be able to log in with all rights, so an administrator with an expiry date does not count. */
export const LAST_ADMIN: Words = words(
  '至少要保留一个启用且永不过期的管理员',
  'One administrator must be left who is enabled and never expires',
)

/** How long before its end an account counts as expiring soon. */
export const SOON_MS = 7 * 86_400_000

export function expireStatusOf(expire_at: number | null, now: number): AuthExpireStatus {
  if (expire_at === null) return AuthExpireStatus.forever
  if (expire_at <= now) return AuthExpireStatus.expired
  return expire_at - now <= SOON_MS ? AuthExpireStatus.soon : AuthExpireStatus.normal
}
