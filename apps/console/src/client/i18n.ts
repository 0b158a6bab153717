import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
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

/** The same words outside a component, in the language of the moment: for columns and actions, which are data. */
export const textOf = <D extends keyof Texts>(domain: D) => i18n.getFixedT<D>(null, domain)

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
