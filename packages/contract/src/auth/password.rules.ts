import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { secret } from '../kernel/field.ts'

export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128

/** A password that is being set; `weaknessOf` says what else is wrong with it. */
export const newPassword = (label: Words) =>
  secret(label, z.string().check(z.minLength(PASSWORD_MIN), z.maxLength(PASSWORD_MAX)))

/** Passwords that attackers try first. */
const COMMON = new Set(
  (
    '12345678 123456789 1234567890 87654321 11111111 00000000 88888888 66666666 password passw0rd ' +
    'password1 password123 qwertyui qwerty123 qwertyuiop 1q2w3e4r 1qaz2wsx abc12345 abcd1234 a1234567 ' +
    'aa123456 iloveyou 5201314 woaini1314 woaini520 admin123 admin888 administrator kaibo123 zhibo123'
  ).split(' '),
)

/** Why a password must not be used, or nothing. No kind of character is required: length makes a password harder to guess. */
export function weaknessOf(password: string, username: string): Words | undefined {
  const low = password.toLowerCase()
  const name = username.toLowerCase()
  if (COMMON.has(low) || isRun(low))
    return words(
      '密码太常见，容易被猜到，请换一个',
      'That password is common and easy to guess; take another',
    )
  if (name.length > 2 && low.includes(name))
    return words('密码不能包含用户名', 'The password must not contain the user name')
  if (new Set(low).size < 4)
    return words(
      '密码重复的字符太多，请换一个',
      'The password repeats its characters too often; take another',
    )
  return undefined
}

/** `abcdefgh`, `12345678`, `98765432`: each character next to the one before it. */
function isRun(text: string): boolean {
  const steps = new Set(
    Array.from({ length: text.length - 1 }, (_, i) => text.charCodeAt(i + 1) - text.charCodeAt(i)),
  )
  return steps.size === 1 && !steps.has(0) && Math.abs([...steps][0] ?? 0) === 1
}

export type Strength = 'weak' | 'fair' | 'good'

/** Roughly how hard it is to guess: by length, and by how many kinds of characters there are to try. */
export function strengthOf(password: string, username: string): Strength {
  if (password.length < PASSWORD_MIN || weaknessOf(password, username)) return 'weak'
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password))
  const score = password.length + 3 * kinds.length
  return score >= 20 ? 'good' : 'fair'
}
