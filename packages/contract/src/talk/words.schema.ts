import * as z from 'zod/mini'
import { IsOrNot } from '../facts/enums.ts'
import { nouns } from '../facts/nouns.ts'
import { Platform } from '../facts/platforms.ts'
import { oneOf } from '../kernel/enumeration.ts'
import { field, setOf } from '../kernel/field.ts'
import { listQuery } from '../kernel/page.ts'
import { idOf, line, maybeLine } from '../kernel/text.ts'
import { version } from '../kernel/version.ts'
import { words } from '../kernel/words.ts'
import { REPLACE_LENGTH, WORD_LENGTH } from './word-pack.schema.ts'
import { WordLevel, WordScope } from './words.enums.ts'

/* Lists of forbidden words, as people write them. */

/** Of one save. */
export const MAX_PUT = 5_000

const word = line(words('敏感词', 'Word'), WORD_LENGTH)
export const wordLevel = field(words('级别', 'Level'), oneOf(WordLevel))
export const wordScope = field(words('范围', 'Where it counts'), oneOf(WordScope))
const bySound = field(words('同音也算', 'By sound too'), oneOf(IsOrNot))
const tag = maybeLine(words('标签', 'Tag'), 20)
const replace = maybeLine(words('替换成', 'Replaced by'), REPLACE_LENGTH)

/** The list of a scope; `scope_id` is a platform, an organisation or a room's code, and nothing of `global`. */
const profile = {
  scope: wordScope,
  scope_id: z.optional(idOf(words('范围', 'Where it counts'))),
}

const WordDraft = z.object({
  word,
  level: wordLevel,
  tag,
  replace,
  /** Left out: those that are forbidden and have three characters or more. */
  sound: z.optional(bySound),
})
export type WordDraft = z.infer<typeof WordDraft>

export const WordQuery = z.extend(listQuery(['word', 'updated_at'], profile), {
  level: z.optional(wordLevel),
})

export const WordRow = z.object({
  word,
  level: wordLevel,
  tag: field(words('标签', 'Tag'), z.string()),
  replace: field(words('替换成', 'Replaced by'), z.string()),
  sound: bySound,
  /** How often it was found in the last seven days in the rooms of the list that the asker sees. */
  hits_7d: field(words('近7天命中', 'Found in 7 days'), z.int()),
  /** Whose list it stands in: that which was asked for, or a wider one. */
  from: wordScope,
})
export type WordRow = z.infer<typeof WordRow>

export const WordPage = z.object({
  version: z.int(),
  list: z.array(WordRow),
  total: z.int(),
  /** Words of the list itself, whatever the filters. */
  own: z.int(),
  allow: z.array(z.object({ word, from: wordScope })),
  /** The platform and organisation that the list of a room inherits of. */
  of: z.object({ platform: z.nullable(Platform), org_id: z.nullable(z.string()) }),
})

const list = <S extends z.ZodMiniType>(of: S) =>
  z._default(setOf(z.array(of).check(z.maxLength(MAX_PUT))), [])

export const WordSave = z.object({
  ...profile,
  version,
  put: field(words('敏感词', 'Words'), list(WordDraft)),
  remove: field(words('要删除的词', 'Words to remove'), list(word)),
  allow_put: field(words('白名单', 'Allowed words'), list(word)),
  allow_remove: field(words('要移出白名单的词', 'Words no longer allowed'), list(word)),
  /** Nothing is written: only what it would hit is answered. */
  dry: z._default(field(words('试算', 'Trial'), z.boolean()), false),
})

export const WordsSaved = z.object({
  version: z.int(),
  /** Words in the list afterwards. */
  total: field(words('词数', 'Words'), z.int()),
  /** How many of the newest spoken sentences hold each of the words; of `dry` alone. */
  would_hit: field(
    words('试算命中', 'Would hit'),
    z.array(z.object({ word: z.string(), n: field(nouns.count, z.int()) })),
  ),
  looked: field(nouns.count, z.object({ lines: z.int(), from_at: z.nullable(z.int()) })),
})
export type WordsSaved = z.infer<typeof WordsSaved>
