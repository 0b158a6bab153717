import * as z from 'zod/mini'
import { enumeration, oneOf, type ValueOf } from '../kernel/enumeration.ts'
import { field, says } from '../kernel/field.ts'
import { enabled } from '../kernel/record.ts'
import { line, maybeLine } from '../kernel/text.ts'
import { words } from '../kernel/words.ts'

/** By what a viewer takes part in a draw. */
export const LotteryCondition = enumeration({
  none: ['none', '在直播间互动', 'Any act in the room'],
  follow: ['follow', '关注主播', 'Following'],
  danmu: ['danmu', '发送口令', 'Saying the word'],
})
export type LotteryCondition = ValueOf<typeof LotteryCondition>

const count = (zh: string, en: string, from: number, to: number) =>
  field(words(zh, en), z.int().check(z.gte(from), z.lte(to)))

/** 福袋: a draw among the viewers of a room on air, again and again. It is our own; the platform knows nothing of it. */
export const Lottery = z
  .object({
    enabled,
    every_min: count('每隔几分钟', 'Every (min)', 10, 720),
    seconds: count('参与时长（秒）', 'Open for (s)', 30, 300),
    winners: count('中奖人数', 'Winners', 1, 100),
    prize: line(words('奖品', 'Prize'), 30),
    condition: field(words('参与条件', 'Who takes part'), oneOf(LotteryCondition)),
    /** What a viewer says to take part. */
    word: maybeLine(words('口令', 'Word'), 10),
  })
  .check(
    z.refine(({ condition, word }) => condition !== LotteryCondition.danmu || word !== '', {
      error: says('请输入{label}', '{label} is required'),
      path: ['word'],
    }),
  )
export type Lottery = z.infer<typeof Lottery>
