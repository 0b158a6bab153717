import { words, type Words } from '@kaibo/contract/kernel/words.ts'
import type { ListWords } from '#kit/list/list-words.ts'

/** The noun within an English sentence: `guild` of `Guild`; `PC` unchanged. */
const within = ({ en }: Words) =>
  /^[A-Z][A-Z]/.test(en) ? en : en.charAt(0).toLowerCase() + en.slice(1)

/** The sentences about a kind of record in lists, acts and forms, made from its noun. */
export const phrases = {
  create: (noun: Words) => words(`新增${noun.zh}`, `New ${within(noun)}`),
  edit: (noun: Words, name: string) => words(`编辑${noun.zh}「${name}」`, `Edit “${name}”`),
  save: (noun: Words) => words(`保存${noun.zh}`, `Save ${within(noun)}`),
  disable: (noun: Words, name: string) => words(`停用${noun.zh}「${name}」`, `Disable “${name}”`),
  enable: (noun: Words, name: string) => words(`启用${noun.zh}「${name}」`, `Enable “${name}”`),
}

/** A list's texts, for a noun whose English plural is regular. */
export const listWords = (
  noun: Words,
  { title, hint }: Record<'title' | 'hint', Words>,
): ListWords => ({
  title,
  what: words(noun.zh, `${within(noun)}s`),
  items: (count) =>
    words(`${count} 个${noun.zh}`, `${count} ${within(noun)}${count === 1 ? '' : 's'}`),
  hint,
})
