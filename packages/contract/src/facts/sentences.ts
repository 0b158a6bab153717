import { filesSentences } from './sentences.files.ts'
import { formsSentences } from './sentences.forms.ts'
import { incomeSentences } from './sentences.income.ts'
import { peopleSentences } from './sentences.people.ts'
import { roomsSentences } from './sentences.rooms.ts'
import { wireSentences } from './sentences.wire.ts'
import type { Label } from './labels.ts'

/** Of what a sentence is put together. */
const joints = {
  '第{count}项': 'item {count}',
  '{list}第{count}项': '{list}, item {count}',
  '{what}不存在': '{what}: there is none',
  '{one}、{more}': '{one}, {more}',
  '{one} · {more}': '{one} · {more}',
  '{what}（{more}）': '{what} ({more})',
  '{what}：{more}': '{what}: {more}',
} as const

/**
 * Every sentence that the server, a schema or a table of rules says to a person: in Chinese as the wire has it, and in English
 * as the console shows it to whoever reads English (ADR 0012). A word in braces stands for what is filled in; `{name}` for what
 * people call something of theirs. The first that fits a text says it, so what is more general stands further down. A
 * sentence that is not here does not type-check.
 */
export const sentences = {
  ...wireSentences,
  ...peopleSentences,
  ...roomsSentences,
  ...incomeSentences,
  ...filesSentences,
  ...formsSentences,
  ...joints,
}

type Filled<Text extends string> = Text extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Filled<After>}`
  : Text

/** A text that one of the sentences says, with something in each of its places; or a label by itself. */
export type Sentence = Filled<keyof typeof sentences> | Label
