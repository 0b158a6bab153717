import { useId } from 'react'
import { useText } from '#client/i18n.ts'
import { joined, listed, useLanguage } from '#client/language.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Clash } from './conflict.ts'
import './form.i18n.ts'
import styles from './form.module.css'

interface ConflictPanelProps {
  /** What the fields stand beside: what somebody has saved meanwhile, or an older version that was put into them. */
  of: 'newer' | 'older'
  /** Who saved meanwhile, in the server's words; whose the older version is. */
  message: string
  clashes: readonly Clash[]
  onTake: (name: string, take: Clash['take']) => void
  /** A value as text, where the form knows a better one than its plain form. */
  show?: ((name: string, value: unknown) => string | undefined) | undefined
}

const WORDS = {
  newer: {
    title: 'conflictTitle',
    hint: 'conflictHint',
    none: 'same',
    mine: 'mine',
    theirs: 'theirs',
  },
  older: {
    title: 'olderTitle',
    hint: 'olderHint',
    none: 'olderSame',
    mine: 'older',
    theirs: 'now',
  },
} as const

/** Field by field: mine, theirs. The choice is in the form at once; saving again sends it. */
export function ConflictPanel({ of, message, clashes, onTake, show }: ConflictPanelProps) {
  const words = WORDS[of]
  const t = useText('form')
  const lang = useLanguage()
  const id = useId()
  const worded = (name: string, value: unknown) =>
    show?.(name, value) ?? plain(value, t('empty'), lang)
  return (
    <section className={styles.conflict} role="alert" aria-label={t(words.title)}>
      <strong>{t(words.title)}</strong>
      <p>{message}</p>
      <p>{t(clashes.length > 0 ? words.hint : words.none)}</p>
      {clashes.map((clash) => (
        <fieldset key={clash.name} className={styles.clash}>
          <legend>{clash.label[lang]}</legend>
          {(['mine', 'theirs'] as const).map((whose) => (
            <label key={whose}>
              <input
                type="radio"
                name={`${id}${clash.name}`}
                checked={clash.take === whose}
                onChange={() => onTake(clash.name, whose)}
              />
              {joined('：', [t(words[whose]), worded(clash.name, clash[whose])], lang)}
            </label>
          ))}
        </fieldset>
      ))}
    </section>
  )
}

function plain(value: unknown, empty: string, lang: Lang): string {
  if (value === undefined || value === null || value === '') return empty
  if (Array.isArray(value)) return value.length > 0 ? listed(value.map(String), lang) : empty
  return typeof value === 'string' ? value : JSON.stringify(value)
}
