import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { changeOf, field, says, secret } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { changeHasVersion, version } from '../kernel/version.ts'

/** Of a studio, which buys back by it. With `id` and `version` it is changed: what is left out then stays. */
export const BackAccountDraft = z
  .object({
    id: z.optional(idOf('回收账号')),
    version: z.optional(version),
    name: line('名称', 40),
    holder: line('户名', 40),
    bank: line('开户行', 40),
    /** Answered masked only. */
    account_no: z.optional(secret('收款账号', line('收款账号', 64))),
    studio_id: idOf('工作室'),
    ...changeOf({ note: maybeLine('备注', 200) }),
  })
  .check(
    changeHasVersion,
    z.refine(({ id, account_no }) => id !== undefined || account_no !== undefined, {
      error: says('请输入{label}'),
      path: ['account_no'],
    }),
  )
export type BackAccountDraft = z.infer<typeof BackAccountDraft>

export const BackAccountEnable = z.object({
  id: idOf('回收账号'),
  enabled: field('状态', oneOf(OpenStatus)),
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
  studio_id: z.optional(idOf('工作室')),
  enabled: z.optional(field('状态', oneOf(OpenStatus))),
  /** The one whose form is open. */
  id: z.optional(idOf('回收账号')),
  export: z.optional(field('导出格式', z.enum(['xlsx']))),
})
