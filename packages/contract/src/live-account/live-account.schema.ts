import { nouns } from '../facts/nouns.ts'
import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { field, says, secret } from '../kernel/field.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { listQuery } from '../kernel/page.ts'
import { fen } from '../kernel/money.ts'
import { idOf, line, maybeLine, phone } from '../kernel/text.ts'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { Platform } from '../facts/platforms.ts'

const optionalSecret = (label: Words) =>
  z.optional(secret(label, z.string().check(z.trim(), z.maxLength(500))))

/** Write-only and stored encrypted. Which ones a platform needs: Bilibili all but the last, Douyin the last. */
export const Credentials = z.object({
  code: optionalSecret(words('身份码', 'Identity code')),
  app_id: optionalSecret(words('应用ID', 'App id')),
  access_key_id: optionalSecret(words('Access Key ID', 'Access Key ID')),
  access_key_secret: optionalSecret(words('Access Key Secret', 'Access Key Secret')),
  push_secret: optionalSecret(words('推送密钥', 'Push secret')),
})
export type Credentials = z.infer<typeof Credentials>

export const LiveAccountDraft = z.object({
  platform: field(nouns.platform, Platform),
  nickname: line(words('账号昵称', 'Account name'), 40),
  platform_uid: maybeLine(nouns.platformUid, 64),
  /** The room id the platform names in its pushes (Douyin's `x-roomid`). */
  platform_room_id: maybeLine(nouns.platformRoom, 64),
  room_url: z._default(
    field(
      words('直播间地址', 'Room address'),
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(300),
          z.regex(
            /^(https?:\/\/\S+)?$/,
            says('{label}须以http://或https://开头', '{label} must begin with http:// or https://'),
          ),
        ),
    ),
    '',
  ),
  org_id: z.optional(idOf(nouns.org)),
  area: maybeLine(nouns.area, 20),
  phone,
  credentials: z.optional(
    field(words('平台凭据', 'Platform credentials'), z.strictObject(Credentials.shape)),
  ),
})
export type LiveAccountDraft = z.infer<typeof LiveAccountDraft>

/** `incomplete`: the platform needs what has not been entered. `unknown`: the stored credentials cannot be read any more. */
export const LoginState = z.enum(['unknown', 'ready', 'incomplete'])
export type LoginState = z.infer<typeof LoginState>

export const LiveAccountRow = z.object({
  account_id: z.string(),
  platform: Platform,
  nickname: z.string(),
  platform_uid: z.string(),
  platform_room_id: z.string(),
  room_url: z.string(),
  org: z.object({ id: z.string(), name: z.string() }),
  area: z.string(),
  phone: z.string(),
  login_state: LoginState,
  enabled: oneOf(OpenStatus),
  room: z.nullable(z.object({ room_code: z.string(), name: z.string() })),
  today_fen: fen(),
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
})
export type LiveAccountRow = z.infer<typeof LiveAccountRow>

/** The secret for the generic push; shown once, kept encrypted. */
export const LiveAccountAdded = z.object({
  account: LiveAccountRow,
  push: z.object({ key: z.string(), secret: z.string() }),
})

export const LiveAccountQuery = listQuery(['created_at', 'nickname'], {
  platform: z.optional(field(nouns.platform, Platform)),
  org_id: z.optional(idOf(nouns.org)),
  enabled: z.optional(field(nouns.status, oneOf(OpenStatus))),
})
