import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { nickname, username } from '../account/account.schema.ts'
import { newPassword } from '../auth/password.rules.ts'
import { IsOrNot, UserStatus } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, changeOf, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, enableOf, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine, phone } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'

/** In hundredths of a percent: 4,550 is 45.5 %. */
const share_rate = z._default(
  field(words('分成比例', 'Share rate'), z.int().check(z.gte(0), z.lte(10_000))),
  0,
)

const organisation = {
  name: line(words('公会名称', 'Guild name'), 30),
  contact: maybeLine(words('联系人', 'Contact'), 30),
  areas: z._default(
    field(nouns.area, setOf(z.array(line(nouns.area, 20)).check(z.maxLength(20)))),
    [],
  ),
  share_rate,
  is_studio: z._default(field(nouns.studio, oneOf(IsOrNot)), IsOrNot.not),
}

/** Must be of kind `guild`: this form cannot put anybody into an internal group. */
const group_id = idOf(nouns.group)
const owner = { nickname, phone }

/** An organisation and the account that runs it, in one form. */
export const OrgDraft = z.object({
  ...organisation,
  username,
  password: newPassword(nouns.firstPassword),
  ...owner,
  group_id: z._default(group_id, 'guild'),
})
export type OrgDraft = z.infer<typeof OrgDraft>

/** `version` is the organisation's. Without `group_id` its owner stays in the groups they are in. */
export const OrgEdit = z.object({
  id: idOf(nouns.org),
  version,
  ...changeOf(organisation),
  /** Of the owner, where there is one. */
  nickname: z.optional(nickname),
  ...changeOf({ phone }),
  group_id: z.optional(group_id),
})
export type OrgEdit = z.infer<typeof OrgEdit>

export const OrgEnable = enableOf(nouns.org)

/** Who runs an organisation; the installation's own has nobody. */
export const OrgOwner = z.object({
  uid: z.string(),
  username: z.string(),
  nickname: z.string(),
  phone: z.string(),
  status: oneOf(UserStatus),
  /** Their guild group; `null` where they are in internal groups only. */
  group_id: z.nullable(z.string()),
  last_login_at: z.nullable(field(nouns.lastLogin, z.int())),
})

export const OrgRow = z.object({
  id: z.string(),
  name: z.string(),
  contact: z.string(),
  areas: z.array(z.string()),
  share_rate: z.int(),
  is_studio: oneOf(IsOrNot),
  enabled,
  owner: z.nullable(field(words('公会账号', 'Account'), OrgOwner)),
  /** How many people, rooms and live accounts belong to it. */
  accounts: z.int(),
  rooms: z.int(),
  live_accounts: z.int(),
  ...stamped,
})
export type OrgRow = z.infer<typeof OrgRow>

export const OrgQuery = listQuery(['created_at', 'name', 'share_rate'], {
  enabled: z.optional(enabled),
  is_studio: z.optional(field(nouns.studio, oneOf(IsOrNot))),
  area: z.optional(field(nouns.area, z.string().check(z.trim(), z.maxLength(20)))),
  /** The one whose form is open. */
  id: z.optional(idOf(nouns.org)),
})
