import type { Words } from '@kaibo/contract/kernel/words.ts'
import { speak } from '#client/language.ts'
import type { ListWords } from '#kit/list/list-words.ts'

/** Within an English sentence: `guild` of `Guild`; `PC` stays. */
const within = ({ en }: Words) =>
  /^[A-Z][A-Z]/.test(en) ? en : en.charAt(0).toLowerCase() + en.slice(1)

/** What a list, its acts and its form say of the record that they are about, by its noun. */
export const phrases = {
  create: (noun: Words) => speak({ zh: `新增${noun.zh}`, en: `New ${within(noun)}` }),
  edit: (noun: Words, name: string) =>
    speak({ zh: `编辑${noun.zh}「${name}」`, en: `Edit “${name}”` }),
  save: (noun: Words) => speak({ zh: `保存${noun.zh}`, en: `Save ${within(noun)}` }),
  disable: (noun: Words, name: string) =>
    speak({ zh: `停用${noun.zh}「${name}」`, en: `Disable “${name}”` }),
  enable: (noun: Words, name: string) =>
    speak({ zh: `启用${noun.zh}「${name}」`, en: `Enable “${name}”` }),
}

/** What a list of records calls itself, of a noun whose English plural is regular. */
export const listWords = (
  noun: Words,
  { title, hint }: Record<'title' | 'hint', Words>,
): ListWords => ({
  title: () => speak(title),
  what: () => speak({ zh: noun.zh, en: `${within(noun)}s` }),
  items: (count) =>
    speak({ zh: `${count} 个${noun.zh}`, en: `${count} ${within(noun)}${count === 1 ? '' : 's'}` }),
  hint: () => speak(hint),
})
