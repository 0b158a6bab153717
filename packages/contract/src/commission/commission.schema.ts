import * as z from 'zod/mini'
import { nouns } from '../facts/nouns.ts'
import { changeOf, field, says, secret } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { enabled, enableOf, stamped } from '../kernel/record.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'

const number = words('收款账号', 'Account number')
const accountNo = secret(
  number,
  line(number, 64).check(
    z.regex(
      /[\p{L}\p{N}]/u,
      says('{label}须含数字或字母', '{label} must hold a digit or a letter'),
    ),
  ),
)

/** An account by which a studio buys back. With `id` and `version` it changes one; what is left out then stays. */
export const BackAccountDraft = z
  .object({
    id: z.optional(idOf(nouns.backAccount)),
    version: z.optional(version),
    name: line(nouns.name, 40),
    holder: line(words('户名', 'Account holder'), 40),
    bank: line(words('开户行', 'Bank'), 40),
    /** Answers show it masked. */
    account_no: z.optional(accountNo),
    studio_id: idOf(nouns.studio),
    /** A game of the studio, of which things are bought back by it. */
    game_id: z.optional(z.nullable(idOf(nouns.game))),
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

export const BackAccountEnable = enableOf(nouns.backAccount)

export const BackAccountRow = z.object({
  id: z.string(),
  name: z.string(),
  holder: z.string(),
  bank: z.string(),
  /** Masked but for its end: `****6789`. */
  account_no: z.string(),
  studio: field(nouns.studio, z.object({ id: z.string(), name: z.string() })),
  game: z.nullable(field(nouns.game, z.object({ id: z.string(), name: z.string() }))),
  note: z.string(),
  enabled,
  ...stamped,
})
export type BackAccountRow = z.infer<typeof BackAccountRow>

export const BackAccountQuery = listQuery(['created_at', 'name'], {
  studio_id: z.optional(idOf(nouns.studio)),
  enabled: z.optional(enabled),
  /** The one whose form is open. */
  id: z.optional(idOf(nouns.backAccount)),
  export: z.optional(field(nouns.exportFormat, z.enum(['xlsx']))),
})
