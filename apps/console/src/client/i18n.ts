import { createInstance, type ParseKeys, type TFunction } from 'i18next'
import type { Lang, Words } from '@kaibo/contract/kernel/words.ts'
import { useLanguage, type Shape } from './language.ts'

export type { Shape } from './language.ts'

const i18n = createInstance()

/**
 * The texts of all domains. A `<domain>.i18n.ts` adds its own, which types `useText('<domain>')`:
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

/** The texts of a domain in the person's language: `const t = useText('room')`, then `t('start')`. */
export const useText = <D extends keyof Texts>(domain: D) =>
  lookupIn(useLanguage(), domain) as unknown as TFunction<D>

/**
 * The texts of a domain in both languages, for what is declared outside a component, such as columns and acts:
 * `const t = wordsOf('room')`, then `label: t('start')`. Arguments may be `Words` themselves.
 */
export const wordsOf =
  <D extends keyof Texts>(domain: D) =>
  (key: ParseKeys<D>, args?: Record<string, unknown>): Words => {
    const said = (lang: Lang) => lookupIn(lang, domain)(key, ...(args ? [argsIn(args, lang)] : []))
    // Getters: a page declares hundreds of these on load, and reads few.
    return {
      get zh() {
        return said('zh')
      },
      get en() {
        return said('en')
      },
    }
  }

const argsIn = (args: Record<string, unknown>, lang: Lang) =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, isWords(value) ? value[lang] : value]),
  )

const isWords = (value: unknown): value is Words =>
  typeof value === 'object' && value !== null && 'zh' in value && 'en' in value

void i18n.init({
  fallbackLng: 'zh',
  resources: {},
  initAsync: false,
  defaultNS: false,
  interpolation: { escapeValue: false },
})

/** i18next's own types say which keys a domain has. */
type Lookup = (...asked: unknown[]) => string

const lookups = new Map<string, Lookup>()

/**
 * The same function each time, which remembers texts without values: i18next looks a text up anew with every call, and a
 * list asks for hundreds while it is drawn.
 */
function lookupIn(lang: Lang, domain: keyof Texts): Lookup {
  const name = `${lang} ${domain}`
  const made = lookups.get(name)
  if (made) return made
  const look = i18n.getFixedT(lang, domain) as unknown as Lookup
  const known = new Map<unknown, string>()
  const remembering: Lookup = (...asked) => {
    const [key] = asked
    if (asked.length > 1) return look(...asked)
    const text = known.get(key) ?? look(key)
    known.set(key, text)
    return text
  }
  lookups.set(name, remembering)
  return remembering
}
