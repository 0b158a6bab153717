import { nouns } from '../facts/nouns.ts'
import { words, type Words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { changeOf, field, says, secret } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { version } from '../kernel/version.ts'
import { fen } from '../kernel/money.ts'
import { idOf, line, maybeLine, phone } from '../kernel/text.ts'
import { Platform } from '../facts/platforms.ts'
import { Lottery } from '../live/lottery.schema.ts'

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
const CREDENTIALS = words('平台凭据', 'Platform credentials')

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
  /** Accounts that are looked after together. */
  tag: maybeLine(words('账号组', 'Account group'), 20),
  credentials: z.optional(field(CREDENTIALS, z.strictObject(Credentials.shape))),
})
export type LiveAccountDraft = z.infer<typeof LiveAccountDraft>

const account_id = idOf(nouns.liveAccount)
const { credentials: _, ...fields } = LiveAccountDraft.shape

/** What is left out stays. Of the credentials, what is given replaces what there was and null clears it. */
export const LiveAccountUpdate = z.object({
  account_id,
  version,
  ...changeOf(fields),
  platform: z.optional(fields.platform),
  nickname: z.optional(fields.nickname),
  enabled: z.optional(enabled),
  credentials: z.optional(
    z.nullable(
      field(
        CREDENTIALS,
        z.strictObject({
          code: z.nullable(Credentials.shape.code),
          app_id: z.nullable(Credentials.shape.app_id),
          access_key_id: z.nullable(Credentials.shape.access_key_id),
          access_key_secret: z.nullable(Credentials.shape.access_key_secret),
          push_secret: z.nullable(Credentials.shape.push_secret),
        }),
      ),
    ),
  ),
})
export type LiveAccountUpdate = z.infer<typeof LiveAccountUpdate>

export const LiveAccountRef = z.object({ account_id })
/** `version`: that of the account before it was deleted. */
export const LiveAccountRestore = z.object({ account_id, version })
export const LotterySave = z.extend(Lottery, { account_id, version })

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
  org: field(nouns.org, z.object({ id: z.string(), name: z.string() })),
  area: z.string(),
  /** Masked but for its beginning and end where the reader may not edit it. */
  phone: z.string(),
  tag: z.string(),
  login_state: field(words('登录状态', 'Login'), LoginState),
  enabled,
  room: z.nullable(field(nouns.room, z.object({ room_code: z.string(), name: z.string() }))),
  lottery: z.nullable(field(nouns.draw, Lottery)),
  today_fen: field(words('今日流水', 'Today'), fen()),
  ...stamped,
})
export type LiveAccountRow = z.infer<typeof LiveAccountRow>

/** The secret for the generic push; shown once, kept encrypted. */
export const PushKey = z.object({ key: z.string(), secret: z.string() })
export const LiveAccountAdded = z.object({ account: LiveAccountRow, push: PushKey })

export const LiveAccountQuery = listQuery(['created_at', 'nickname'], {
  platform: z.optional(field(nouns.platform, Platform)),
  org_id: z.optional(idOf(nouns.org)),
  ...changeOf({ tag: fields.tag }),
  enabled: z.optional(enabled),
  /** The one whose form is open. */
  account_id: z.optional(account_id),
})
