import { nouns } from '../facts/nouns.ts'
import { words } from '../kernel/words.ts'
import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { changeOf, field, says, secret } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'

const accountNo = secret(
  words('收款账号', 'Account number'),
  line(words('收款账号', 'Account number'), 64).check(
    z.regex(
      /[\p{L}\p{N}]/u,
      says('{label}须含数字或字母', '{label} must hold a digit or a letter'),
    ),
  ),
)

/** Of a studio, which buys back by it. With `id` and `version` it is changed: what is left out then stays. */
export const BackAccountDraft = z
  .object({
    id: z.optional(idOf(nouns.backAccount)),
    version: z.optional(version),
    name: line(nouns.name, 40),
    holder: line(words('户名', 'Account holder'), 40),
    bank: line(words('开户行', 'Bank'), 40),
    /** Answered masked only. */
    account_no: z.optional(accountNo),
    studio_id: idOf(nouns.studio),
    ...changeOf({ note: maybeLine(nouns.note, 200) }),
  })
  .check(
    changeHasVersion,
    z.refine(({ id, account_no }) => id !== undefined || account_no !== undefined, {
      error: says('请输入{label}', '{label} is required'),
      path: ['account_no'],
    }),
  )
export type BackAccountDraft = z.infer<typeof BackAccountDraft>

export const BackAccountEnable = z.object({
  id: idOf(nouns.backAccount),
  enabled: field(nouns.status, oneOf(OpenStatus)),
})

export const BackAccountRow = z.object({
  id: z.string(),
  name: z.string(),
  holder: z.string(),
  bank: z.string(),
  /** Its end alone: `****6789`. */
  account_no: z.string(),
  studio: z.object({ id: z.string(), name: z.string() }),
  note: z.string(),
  enabled: oneOf(OpenStatus),
  is_demo: oneOf(IsOrNot),
  version: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  updated_by: z.nullable(z.string()),
})
export type BackAccountRow = z.infer<typeof BackAccountRow>

export const BackAccountQuery = listQuery(['created_at', 'name'], {
  studio_id: z.optional(idOf(nouns.studio)),
  enabled: z.optional(field(nouns.status, oneOf(OpenStatus))),
  /** The one whose form is open. */
  id: z.optional(idOf(nouns.backAccount)),
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
})
