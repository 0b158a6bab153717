import { useCallback, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { signal } from './signal.ts'
import { entry } from './storage.ts'

/** Stored under the names of spec §9; `Lang` is the contract's word for the same. */
const stored = entry('language', z.enum(['zh_CN', 'en']), { saved: true })
const changed = signal<Lang>()
let language: Lang = stored.read() === 'en' ? 'en' : 'zh'

export const currentLanguage = (): Lang => language
export const useLanguage = (): Lang =>
  useSyncExternalStore(changed.on, currentLanguage, currentLanguage)
export const onLanguage = changed.on

export function setLanguage(next: Lang): void {
  const isOther = next !== language
  language = next
  stored.write(next === 'zh' ? 'zh_CN' : 'en')
  tellBrowser()
  // Listeners refetch everything in the new language.
  if (isOther) changed.emit(next)
}

/** Returns the function that picks the person's language of `Words`. */
export function useSpeak(): (said: Words) => string {
  const lang = useLanguage()
  return useCallback((said: Words) => said[lang], [lang])
}

/** A text that is stored in Chinese and, if the server wrote it, in English. */
export const toldIn = (zh: string, en: string | null, lang: Lang): string =>
  lang === 'en' && en !== null ? en : zh

/** Chinese punctuation between words, and its English form. */
const MARKS = { '、': ', ', '，': ', ', '；': '; ', '：': ': ' } as const

/** Joins texts by a mark in the language's form. */
export const joined = (mark: keyof typeof MARKS, parts: readonly string[], lang: Lang): string =>
  parts.join(lang === 'zh' ? mark : MARKS[mark])

/** A list within a sentence: `甲、乙`. */
export const listed = (parts: readonly string[], lang: Lang): string => joined('、', parts, lang)

/** With a remark in brackets: `机房一号（离线）`. */
export const bracketed = (text: string, aside: string, lang: Lang): string =>
  lang === 'zh' ? `${text}（${aside}）` : `${text} (${aside})`

/** In quotation marks, as something that was said. */
export const quoted = (text: string, lang: Lang): string =>
  lang === 'zh' ? `「${text}」` : `“${text}”`

/** Sets the document's language for screen readers, fonts and hyphenation. */
function tellBrowser(): void {
  if (typeof document !== 'undefined')
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}
tellBrowser()

/** The same keys as the Chinese texts; English may add a singular `x_one` to a text with a `count`. */
export type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]>
} & { readonly [K in keyof T as K extends string ? `${K}_one` : never]?: string }

/** Texts of what shows before the shell is loaded, without the translation library; elsewhere use `useText`. */
export const useWords = <W>({ zh, en }: { zh: W; en: Shape<W> }): W | Shape<W> =>
  useLanguage() === 'zh' ? zh : en
