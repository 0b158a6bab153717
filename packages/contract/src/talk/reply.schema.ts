import * as z from 'zod/mini'
import { IsOrNot, OpenStatus } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field } from '../kernel/field.ts'
import { fold } from '../kernel/fold.ts'
import { line } from '../kernel/text.ts'
import { words, type Words } from '../kernel/words.ts'
import { AnswerMatch } from './talk.enums.ts'

/* Questions of viewers that are answered by their words, as people write them. */

const MAX_SECONDS = 86_400

export const Reply = z.object({
  id: field(nouns.number, z.string().check(z.regex(/^[\w-]{1,40}$/))),
  keywords: field(
    nouns.keyword,
    z.array(line(nouns.keyword, 50)).check(z.minLength(1), z.maxLength(20)),
  ),
  match: field(words('匹配方式', 'Match'), oneOf(AnswerMatch)),
  replies: field(
    words('回复', 'Reply'),
    z.array(line(words('回复', 'Reply'), 500)).check(z.minLength(1), z.maxLength(20)),
  ),
  /** Begins with the viewer's name. */
  at: field(words('先叫名字', 'Say the name'), oneOf(IsOrNot)),
  cooldown_s: field(
    words('同一观众间隔（秒）', 'Same viewer again after (s)'),
    z.int().check(z.gte(0), z.lte(MAX_SECONDS)),
  ),
  /** From then on it is not answered any more. */
  valid_until: z.optional(field(words('有效至', 'Valid until'), z.int())),
  enabled: field(nouns.status, oneOf(OpenStatus)),
})
export type Reply = z.infer<typeof Reply>

/** What is wrong with a list as a whole, by the path of each field: a keyword that two enabled questions answer in the same way. */
export function doubleKeywords(list: readonly Reply[]): Record<string, Words> {
  const first = new Map<string, { path: string; keyword: string }>()
  const wrong: Record<string, Words> = {}
  for (const [row, { keywords, match, enabled }] of list.entries()) {
    if (enabled === OpenStatus.close) continue
    for (const [place, keyword] of keywords.entries()) {
      const path = `list.${row}.keywords.${place}`
      const key = `${match} ${fold(keyword)}`
      const other = first.get(key)
      if (!other) first.set(key, { path, keyword })
      else {
        wrong[other.path] ??= twice(other.keyword)
        wrong[path] = twice(keyword)
      }
    }
  }
  return wrong
}

const twice = (keyword: string): Words =>
  words(`关键词「${keyword}」重复了`, `The keyword “${keyword}” is there twice`)
