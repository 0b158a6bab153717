import { asIs, listed, words, type Words } from '@kaibo/contract/kernel/words.ts'
import { instantText } from '@kaibo/contract/kernel/day.ts'
import type { SystemPart } from '@kaibo/contract/system/system.schema.ts'

/** One thing that is well, or what to do about it. */
export interface Line {
  key: string
  name: Words
  ok: boolean
  said: Words
  facts: readonly Fact[]
}

export interface Fact {
  name: Words
  value: Words
}

export interface Part {
  key: SystemPart['key']
  title: Words
  lines: readonly Line[]
}

const WELL = words('正常', 'Fine')
/** Of the sentences that say what to do, where there are any. */
export const line = (
  key: string,
  name: Words,
  wrong: readonly Words[],
  facts: readonly Fact[] = [],
): Line => ({
  key,
  name,
  ok: wrong.length === 0,
  said: wrong.length === 0 ? WELL : joinedSentences(wrong),
  facts,
})

export const fact = (name: Words, value: Words | string | number): Fact => ({
  name,
  value: typeof value === 'object' ? value : asIs(String(value)),
})

export const instantWords = (at: number): Words => asIs(instantText(at))

const joinedSentences = (sentences: readonly Words[]): Words => ({
  zh: sentences.map(({ zh }) => zh).join('；'),
  en: sentences.map(({ en }) => en).join('; '),
})

/** As a terminal shows it. */
export const printed = ({ name, ok, said, facts }: Line): string => {
  const of = listed(facts.map((one) => words(`${one.name.zh} ${one.value.zh}`, '')))
  return `${ok ? '正常' : '注意'}  ${name.zh}：${[...(ok ? [] : [said.zh]), of.zh].filter(Boolean).join('。') || said.zh}`
}
