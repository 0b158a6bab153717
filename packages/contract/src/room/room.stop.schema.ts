import * as z from 'zod/mini'
import { StopLive } from '../facts/enums.ts'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { words, type Words } from '../kernel/words.ts'
import { TIME_OF_DAY } from '../kernel/zone.ts'

/* When a run ends by itself. */

export const timeOfDay = (label: Words) =>
  field(
    label,
    z
      .string()
      .check(z.regex(TIME_OF_DAY, says('{label}须为HH:MM', '{label} must be a time, as 20:30'))),
  )

const stopAt = timeOfDay(words('停播时间', 'Stop at'))

/** `at` may be left out of `game_end`: then the round that is played now is the last. */
export const StopRule = field(
  words('停播规则', 'Stop rule'),
  z.object({
    mode: field(words('停播方式', 'How to stop'), oneOf(StopLive)),
    at: z.optional(stopAt),
    step_min: z._default(
      field(words('每次顺延（分钟）', 'Postponed by (min)'), z.int().check(z.gte(1), z.lte(60))),
      5,
    ),
    cap_min: z._default(
      field(
        words('最多顺延（分钟）', 'Postponed at most (min)'),
        z.int().check(z.gte(1), z.lte(240)),
      ),
      30,
    ),
    gift_s: z._default(
      field(
        words('收礼后不停播（秒）', 'Not after a gift (s)'),
        z.int().check(z.gte(0), z.lte(600)),
      ),
      60,
    ),
  }),
)
export type StopRule = z.infer<typeof StopRule>

/** `at` may only be left out where the end of the round is waited for. */
export const hasTime = ({ mode, at }: Pick<StopRule, 'mode' | 'at'>): boolean =>
  mode === StopLive.game_end || at !== undefined
export const TIME_NEEDED = {
  error: says('请输入{label}', '{label} is required'),
  path: ['stop', 'at'],
}

export const StopBy = enumeration({
  plan: ['plan', '计划', 'Plan'],
  person: ['person', '运营', 'Operator'],
  rule: ['rule', '规则', 'Rule'],
})
export type StopBy = ValueOf<typeof StopBy>

/** When the open run ends by itself. */
export const RunStop = z.object({
  mode: oneOf(StopLive),
  /** As it was set; `due_at` is later by what it was postponed. */
  at: z.int(),
  due_at: z.int(),
  /** Later than this it is not. */
  cap_at: z.int(),
  step_min: z.int(),
  cap_min: z.int(),
  gift_s: z.int(),
  by: oneOf(StopBy),
})
export type RunStop = z.infer<typeof RunStop>
