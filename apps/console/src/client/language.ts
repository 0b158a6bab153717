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
  // Who hears it asks for everything anew.
  if (isOther) changed.emit(next)
}

/** Says in the person's language what contract, server and declarations have in both. */
export function useSpeak(): (said: Words) => string {
  const lang = useLanguage()
  return useCallback((said: Words) => said[lang], [lang])
}

/** What is kept in Chinese and, where the server said it, in English. */
export const toldIn = (zh: string, en: string | null, lang: Lang): string =>
  lang === 'en' && en !== null ? en : zh

/** The marks that Chinese puts between words, and those of English. */
const MARKS = { '、': ', ', '，': ', ', '；': '; ', '：': ': ' } as const

/** Put together with a mark, in the language's own form. */
export const joined = (mark: keyof typeof MARKS, parts: readonly string[], lang: Lang): string =>
  parts.join(lang === 'zh' ? mark : MARKS[mark])

/** One after the other, as a sentence lists them. */
export const listed = (parts: readonly string[], lang: Lang): string => joined('、', parts, lang)

/** With an aside: `机房一号（离线）`. */
export const bracketed = (text: string, aside: string, lang: Lang): string =>
  lang === 'zh' ? `${text}（${aside}）` : `${text} (${aside})`

/** What somebody says. */
export const quoted = (text: string, lang: Lang): string =>
  lang === 'zh' ? `「${text}」` : `“${text}”`

/** Screen readers, fonts and hyphenation go by it. */
function tellBrowser(): void {
  if (typeof document !== 'undefined')
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
}
tellBrowser()

/** The same keys with any words; of a text with a `count`, English may add its singular as `x_one`. */
export type Shape<T> = {
  readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]>
} & { readonly [K in keyof T as K extends string ? `${K}_one` : never]?: string }

/** The words of what shows before the shell is loaded, without a translation library; elsewhere `useText`. */
export const useWords = <W>({ zh, en }: { zh: W; en: Shape<W> }): W | Shape<W> =>
  useLanguage() === 'zh' ? zh : en
