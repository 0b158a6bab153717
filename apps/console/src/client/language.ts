import { useSyncExternalStore } from 'react'
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

/** A text in the person's language, asked for when it is shown: what is declared before a language is known. */
export type Localized = () => string

/** What contract and server say, in the person's language. What is a string already is in it. */
export const speak = (said: Words | string): string =>
  typeof said === 'string' ? said : said[language]

/** What is kept in Chinese and, where the server said it, in English. */
export const toldIn = (zh: string, en: string | null): string =>
  language === 'en' && en !== null ? en : zh

/** The marks that Chinese puts between words, and those of English. */
const MARKS = { '、': ', ', '，': ', ', '；': '; ', '：': ': ' } as const

/** Put together with a mark, in the language's own form. */
export const joined = (mark: keyof typeof MARKS, parts: readonly string[]): string =>
  parts.join(language === 'zh' ? mark : MARKS[mark])

/** One after the other, as a sentence lists them. */
export const listed = (parts: readonly string[]): string => joined('、', parts)

/** With an aside: `机房一号（离线）`. */
export const bracketed = (text: string, aside: string): string =>
  language === 'zh' ? `${text}（${aside}）` : `${text} (${aside})`

/** What somebody says. */
export const quoted = (text: string): string => (language === 'zh' ? `「${text}」` : `“${text}”`)

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
