import { createInstance, type ParseKeys } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { currentLanguage, onLanguage, type Shape } from './language.ts'

export type { Shape } from './language.ts'

const i18n = createInstance()

/**
 * The words of every domain. A `<domain>.i18n.ts` adds its own, which types `useText('<domain>')`:
 * ```ts
 * declare module '#client/i18n.ts' { interface Texts { room: typeof zh } }
 * addTexts('room', { zh, en })
 * ```
 */
export interface Texts {}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Texts
    defaultNS: false
  }
}

export function addTexts<D extends keyof Texts>(
  domain: D,
  { zh, en }: { zh: Texts[D]; en: Shape<Texts[D]> },
): void {
  i18n.addResourceBundle('zh', domain, zh, true, true)
  i18n.addResourceBundle('en', domain, en, true, true)
}

/** The words of a domain in the person's language: `const t = useText('room')`, then `t('start')`. */
export const useText = <D extends keyof Texts>(domain: D) => useTranslation<D>(domain).t

/**
 * The same in both languages, for what is declared outside a component, such as columns and acts:
 * `const t = wordsOf('room')`, then `label: t('start')`. What is put into a sentence may be in both languages itself.
 */
export const wordsOf =
  <D extends keyof Texts>(domain: D) =>
  (key: ParseKeys<D>, args: Record<string, unknown> = {}): Words => {
    // Its types follow one domain's keys only where the domain is known.
    const said = (lang: Lang) => (i18n.getFixedT(lang, domain) as Say)(key, argsIn(args, lang))
    // Put together when they are read: a page loads with hundreds of them.
    return {
      get zh() {
        return said('zh')
      },
      get en() {
        return said('en')
      },
    }
  }

type Say = (key: unknown, args: object) => string

const argsIn = (args: Record<string, unknown>, lang: Lang) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isWords(value) ? value[lang] : value]),
  )

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

void i18n.use(initReactI18next).init({
  lng: currentLanguage(),
  fallbackLng: 'zh',
  resources: {},
  initAsync: false,
  defaultNS: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
})
onLanguage((language) => void i18n.changeLanguage(language))
