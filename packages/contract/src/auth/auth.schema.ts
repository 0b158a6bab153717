import { nouns } from '../facts/nouns.ts'
import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { field, secret } from '../kernel/field.ts'
import { enumeration, oneOf } from '../kernel/enumeration.ts'
import { idOf, line, phoneNumber } from '../kernel/text.ts'
import { densities, languages, shortcuts, themes } from '../facts/preferences.ts'
import { IsOrNot } from '../facts/enums.ts'
import { Opening } from '../view/view.schema.ts'
import { newPassword, PASSWORD_MAX } from './password.rules.ts'

const password = (label: Words) =>
  secret(label, z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX)))

/** Six digits of the app, or one of the recovery codes. */
const otp = secret(nouns.secondFactor, z.string().check(z.trim(), z.minLength(6), z.maxLength(20)))

/** An account with a second factor and no `otp` is answered with 1001 and `data.fields.otp`. */
export const LoginInput = z.object({
  username: field(nouns.username, z.string().check(z.trim(), z.minLength(1), z.maxLength(64))),
  password: password(nouns.password),
  otp: z.optional(otp),
})

export const UserInfo = z.object({
  uid: z.string(),
  username: z.string(),
  nickname: z.string(),
  avatar: z.nullable(z.string()),
  is_gs: oneOf(IsOrNot),
})
export type UserInfo = z.infer<typeof UserInfo>

export const Session = z.object({ token: z.string(), user: UserInfo })
export type Session = z.infer<typeof Session>

/** Whose rows a group shows. */
export const scopes = enumeration({
  all: ['all', '全部数据', 'Everything'],
  org: ['org', '本公会的数据', 'Own guild'],
  own: ['own', '仅自己的数据', 'Own rows'],
})
export const ScopeKind = oneOf(scopes)
export type ScopeKind = z.infer<typeof ScopeKind>

/** A person's settings of the console; what is not set follows the machine. */
export const Preferences = z.object({
  language: z.optional(field(words('语言', 'Language'), oneOf(languages))),
  theme: z.optional(field(words('主题', 'Theme'), oneOf(themes))),
  density: z.optional(field(words('表格密度', 'Row height of tables'), oneOf(densities))),
  shortcuts: z.optional(field(words('单键快捷键', 'Single-key shortcuts'), oneOf(shortcuts))),
})
export type Preferences = z.infer<typeof Preferences>

/** One login on one machine. */
export const Device = z.object({
  id: z.string(),
  user_agent: z.string(),
  ip: z.string(),
  created_at: z.int(),
  last_seen_at: z.int(),
  /** The login that asks. */
  current: oneOf(IsOrNot),
  /** The account had not logged in from this machine before, and the login has not been confirmed yet. */
  is_new: oneOf(IsOrNot),
})
export type Device = z.infer<typeof Device>

export const PassportInfo = z.object({
  user: UserInfo,
  phone: z.string(),
  org: z.nullable(z.object({ id: z.string(), name: z.string() })),
  groups: z.array(z.object({ id: z.string(), name: z.string(), scope: ScopeKind })),
  is_gs: oneOf(IsOrNot),
  otp_bound: oneOf(IsOrNot),
  /** How many recovery codes are left. */
  recovery_left: z.int(),
  /** What has to be done before anything else: until then the login holds no rights. */
  must: z.nullable(z.enum(['password', 'otp'])),
  preferences: Preferences,
  /** The lists that open by a view of the person's or of their group's; a server of before does not say. */
  openings: z.optional(field(words('默认视图', 'Default views'), z.array(Opening))),
  /** Logins from new machines, the asking one excepted. */
  new_devices: z.array(Device),
  /** The group that this login views as (`x-view-as`). */
  view_as: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** True while the demonstration workspace is loaded: the console marks it 演示. */
  demo: z.boolean(),
})
export type PassportInfo = z.infer<typeof PassportInfo>

/** What a person changes of themselves; what is left out stays. */
export const SelfEdit = z.object({
  nickname: z.optional(line(nouns.nickname, 20)),
  phone: z.optional(phoneNumber),
  /** The id of an upload of kind `avatar`; `null` takes the picture away. */
  avatar: z.optional(z.nullable(idOf(nouns.avatar))),
  preferences: z.optional(field(words('偏好', 'Preferences'), z.strictObject(Preferences.shape))),
  /** Asked for with a new password, and then every other login of the account ends. */
  old_password: z.optional(password(words('原密码', 'Current password'))),
  password: z.optional(newPassword(words('新密码', 'New password'))),
})

export const PasswordProof = z.object({ password: password(nouns.password) })
/** `uri` is what the app reads from the picture, `secret` what is typed where there is no camera. */
export const OtpOffer = z.object({ secret: z.string(), uri: z.string() })
export const OtpConfirm = z.object({ otp })
/** Shown once; each opens one login. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export const DeviceRef = z.object({ id: idOf(nouns.device) })

export interface MenuNode {
  id: string
  /** Empty for a heading that only holds children. */
  path: string
  name: string
  icon: string
  children: MenuNode[]
}
export const MenuNode: z.ZodMiniType<MenuNode> = z.object({
  id: z.string(),
  path: z.string(),
  name: z.string(),
  icon: z.string(),
  children: z.lazy(() => z.array(MenuNode)),
})

export const Menus = z.object({ list: z.array(MenuNode) })
export const Actions = z.object({ list: z.array(z.string()) })
