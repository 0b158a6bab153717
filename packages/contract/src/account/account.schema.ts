import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { AuthExpireStatus, IsOrNot, UserStatus } from '../facts/enums.ts'
import { dayEnd } from '../kernel/day.ts'
import { enumeration, oneOf } from '../kernel/enumeration.ts'
import { field, says, changeOf, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, sinceVersion } from '../kernel/record.ts'
import { idOf, line, maybeLine, phone } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { newPassword } from '../auth/password.rules.ts'

/** Letters, digits and `._-@`, so that it can be read out on the telephone; compared without case. */
export const username = field(
  nouns.username,
  z
    .string()
    .check(
      z.trim(),
      z.minLength(2),
      z.maxLength(32),
      z.regex(
        /^[A-Za-z0-9][A-Za-z0-9._@-]*$/,
        says(
          '{label}只能用字母、数字和 . _ - @，且以字母或数字开头',
          '{label} may hold letters, digits and . _ - @, and begins with a letter or digit',
        ),
      ),
    ),
)
export const nickname = line(nouns.nickname, 20)
const group_ids = field(
  nouns.group,
  setOf(z.array(z.string()).check(z.minLength(1), z.maxLength(20))),
)
const org_id = z._default(z.nullable(idOf(nouns.org)), null)
/** For a longer time the date is left out: the account then never expires. */
export const LATEST_EXPIRY = dayEnd('2100-12-31')
const expire_at = z._default(
  z.nullable(
    field(
      nouns.expires,
      z
        .int()
        .check(
          z.gte(0),
          z.lte(
            LATEST_EXPIRY,
            says('{label}不能晚于2100年底', '{label} must not be after the year 2100'),
          ),
        ),
    ),
  ),
  null,
)
const is_gs = z._default(field(nouns.studioAccount, oneOf(IsOrNot)), IsOrNot.not)

const person = {
  nickname,
  phone,
  group_ids,
  /** Needed by a group whose scope is its organisation's rows. */
  org_id,
  area: maybeLine(nouns.area, 20),
  /** 1: lands on the studio's screens. */
  is_gs,
  /** The instant from which the account cannot log in; `null` for never. */
  expire_at,
}

/** A person's first password is changed at the first login. */
export const AccountDraft = z.object({
  username,
  password: newPassword(nouns.firstPassword),
  ...person,
})
export type AccountDraft = z.infer<typeof AccountDraft>

export const AccountEdit = z.object({
  uid: idOf(nouns.account),
  version,
  ...changeOf(person),
})
export type AccountEdit = z.infer<typeof AccountEdit>

export const AccountEnable = z.object({
  uid: idOf(nouns.account),
  enabled,
  version: sinceVersion,
})

export const bindings = enumeration({
  otp: ['otp', '动态验证码', 'Second factor'],
  phone: ['phone', '手机号', 'Phone'],
  all: ['all', '全部绑定', 'All bindings'],
})

export const AccountUnbind = z.object({
  uid: idOf(nouns.account),
  bind: z._default(field(words('绑定', 'Binding'), oneOf(bindings)), 'all'),
})

export const AccountRef = z.object({ uid: idOf(nouns.account) })

const Named = z.object({ id: z.string(), name: z.string() })

export const AccountRow = z.object({
  uid: z.string(),
  username: z.string(),
  nickname: z.string(),
  phone: z.string(),
  avatar: z.nullable(z.string()),
  status: oneOf(UserStatus),
  groups: z.array(Named),
  org: z.nullable(Named),
  area: z.string(),
  is_gs: oneOf(IsOrNot),
  expire_at: z.nullable(z.int()),
  expire_status: oneOf(AuthExpireStatus),
  otp_bound: oneOf(IsOrNot),
  /** Somebody else has set the password: the person has to change it at the next login. */
  must_change: oneOf(IsOrNot),
  last_login_at: z.nullable(z.int()),
  last_ip: z.nullable(z.string()),
  restriction: z.enum(['none', 'out_of_reach', 'last_admin']),
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.nullable(z.string()),
})
export type AccountRow = z.infer<typeof AccountRow>

/** Shown once and kept nowhere. */
export const TemporaryPassword = z.object({ uid: z.string(), password: z.string() })

export const AccountQuery = listQuery(['created_at', 'username', 'last_login_at', 'expire_at'], {
  status: z.optional(field(nouns.status, oneOf(UserStatus))),
  expire_status: z.optional(field(nouns.validity, oneOf(AuthExpireStatus))),
  group_id: z.optional(idOf(nouns.group)),
  org_id: z.optional(idOf(nouns.org)),
  is_gs: z.optional(field(nouns.studioAccount, oneOf(IsOrNot))),
  /** The one whose form is open. */
  uid: z.optional(idOf(nouns.account)),
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
})
