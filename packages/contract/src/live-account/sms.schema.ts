import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { IsOrNot } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { cursorField, endlessPageOf, listQuery, pageFields, pageOf } from '../kernel/page.ts'
import { enabled, stamped } from '../kernel/record.ts'
import { idOf, line } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { phoneKey } from './sms.rules.ts'

/* Text messages to the phones of live accounts, as gateways send them in, and those gateways: one phone with one SIM each. */

const gateway_id = idOf(nouns.smsGateway)

/** Without a keyword: by what it finds, it would tell the digits that it hides. */
export const SmsQuery = z.object({
  page: pageFields.page,
  page_size: pageFields.page_size,
  sort_dir: pageFields.sort_dir,
  account_id: z.optional(idOf(nouns.liveAccount)),
  phone: z.optional(field(nouns.phone, z.string().check(z.trim(), z.maxLength(24)))),
  with_code: z.optional(field(words('有验证码', 'With a code'), oneOf(IsOrNot))),
  /** Both instants are included. */
  from: z.optional(field(words('开始', 'From'), z.int())),
  to: z.optional(field(words('结束', 'Until'), z.int())),
  cursor: cursorField,
})

const ref = () => z.object({ id: z.string(), name: z.string() })

export const SmsRow = z.object({
  sms_id: z.string(),
  received_at: field(words('收到时间', 'Received'), z.int()),
  /** To which it was sent; masked but for its beginning and end, unless the reader may edit live accounts. */
  phone: field(nouns.phone, z.string()),
  /** Nothing where no account of the gateway's organisation has the phone, or several have it and it does not say which. */
  account: z.nullable(field(nouns.liveAccount, ref())),
  sender: field(words('发送方', 'Sender'), z.string()),
  /** Its digits are masked where the reader may not see codes. */
  content: field(words('内容', 'Content'), z.string()),
  code: z.nullable(field(words('验证码', 'Code'), z.string())),
  /** Nothing where it has been deleted. */
  gateway: z.nullable(field(nouns.smsGateway, ref())),
})
export type SmsRow = z.infer<typeof SmsRow>
export const SmsPage = endlessPageOf(SmsRow)

export const GatewayQuery = listQuery(['created_at', 'name'], {
  org_id: z.optional(idOf(nouns.org)),
  enabled: z.optional(enabled),
})

export const GatewaySave = z
  .object({
    id: z.optional(gateway_id),
    version: z.optional(version),
    name: line(nouns.name, 40),
    org_id: z.optional(idOf(nouns.org)),
    /** Of its SIM. */
    phone: field(
      nouns.phone,
      z.string().check(
        z.trim(),
        z.maxLength(24),
        z.refine(
          (phone) => phoneKey(phone) !== null,
          says('{label}须为5-20位数字', '{label} must be 5-20 digits'),
        ),
      ),
    ),
    enabled: z._default(enabled, 1),
    /** A new secret: what the phone signs with the old one is refused from then on. */
    renew: z._default(field(words('更换密钥', 'New secret'), z.boolean()), false),
  })
  .check(changeHasVersion)
export const GatewayRef = z.object({ id: gateway_id })

export const GatewayRow = z.object({
  id: z.string(),
  name: z.string(),
  org: field(nouns.org, ref()),
  phone: z.string(),
  enabled,
  /** When its last message came. */
  last_at: field(words('最近收到', 'Last message'), z.nullable(z.int())),
  /** Where the app SmsForwarder sends to, and where signed pushes go; without the host, which is that of the console. */
  forwarder_path: z.string(),
  push_path: z.string(),
  ...stamped,
})
export type GatewayRow = z.infer<typeof GatewayRow>
export const GatewayPage = pageOf(GatewayRow)

/** The secret is said where it was made, and never again. */
export const GatewaySaved = z.extend(GatewayRow, { secret: z.nullable(z.string()) })
export type GatewaySaved = z.infer<typeof GatewaySaved>
