import * as z from 'zod/mini'
import { nickname, username } from '../account/account.schema.ts'
import { newPassword } from '../auth/password.rules.ts'
import { IsOrNot, OpenStatus, UserStatus } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, changeOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { idOf, line, maybeLine, phone } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'

/** In hundredths of a percent: 4,550 is 45.5 %. */
const share_rate = z._default(field('分成比例', z.int().check(z.gte(0), z.lte(10_000))), 0)

const organisation = {
  name: line('公会名称', 30),
  contact: maybeLine('联系人', 30),
  areas: z._default(field('地区', z.array(line('地区', 20)).check(z.maxLength(20))), []),
  share_rate,
  is_studio: z._default(field('工作室', oneOf(IsOrNot)), IsOrNot.not),
}

/** Of the kind `guild`: an organisation's form makes nobody a colleague. */
const group_id = idOf('分组')
const owner = { nickname, phone }

/** An organisation and the account that runs it, in one form. */
export const OrgDraft = z.object({
  ...organisation,
  username,
  password: newPassword('初始密码'),
  ...owner,
  group_id: z._default(group_id, 'guild'),
})
export type OrgDraft = z.infer<typeof OrgDraft>

/** `version` is the organisation's. Without `group_id` its owner stays in the groups they are in. */
export const OrgEdit = z.object({
  id: idOf('公会'),
  version,
  ...changeOf(organisation),
  /** Of the owner, where there is one. */
  nickname: z.optional(nickname),
  ...changeOf({ phone }),
  group_id: z.optional(group_id),
})
export type OrgEdit = z.infer<typeof OrgEdit>

export const OrgEnable = z.object({
  id: idOf('公会'),
  enabled: field('状态', oneOf(OpenStatus)),
})

/** Who runs an organisation; the installation's own has nobody. */
export const OrgOwner = z.object({
  uid: z.string(),
  username: z.string(),
  nickname: z.string(),
  phone: z.string(),
  status: oneOf(UserStatus),
  /** Their guild group; `null` where they are in groups of colleagues only. */
  group_id: z.nullable(z.string()),
  last_login_at: z.nullable(z.int()),
})

export const OrgRow = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  areas: z.array(z.string()),
  share_rate: z.int(),
  is_studio: oneOf(IsOrNot),
  enabled: oneOf(OpenStatus),
  owner: z.nullable(OrgOwner),
  /** How many people, rooms and live accounts belong to it. */
  accounts: z.int(),
  rooms: z.int(),
  live_accounts: z.int(),
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.nullable(z.string()),
})
export type OrgRow = z.infer<typeof OrgRow>

export const OrgQuery = listQuery(['created_at', 'name', 'share_rate'], {
  enabled: z.optional(field('状态', oneOf(OpenStatus))),
  is_studio: z.optional(field('工作室', oneOf(IsOrNot))),
  area: z.optional(field('地区', z.string().check(z.trim(), z.maxLength(20)))),
  /** The one whose form is open. */
  id: z.optional(idOf('公会')),
})
