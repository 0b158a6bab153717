import { Radio } from 'antd'
import { useText } from '#client/i18n.ts'
import { listed } from '#client/language.ts'
import type { Clash } from './conflict.ts'
import './form.i18n.ts'

interface ConflictPanelProps {
  /** Who saved meanwhile, in the server's words. */
  message: string
  clashes: readonly Clash[]
  onTake: (name: string, take: Clash['take']) => void
  /** A value in words, where the form knows better than its text. */
  show?: ((name: string, value: unknown) => string | undefined) | undefined
}

/** Field by field: mine, theirs. The choice is in the form at once; saving again sends it. */
export function ConflictPanel({ message, clashes, onTake, show }: ConflictPanelProps) {
  const t = useText('form')
  const worded = (name: string, value: unknown) => show?.(name, value) ?? plain(value, t('empty'))
  return (
    <section className="form-conflict" role="alert" aria-label={t('conflictTitle')}>
      <strong>{t('conflictTitle')}</strong>
      <p>{message}</p>
      <p>{t(clashes.length > 0 ? 'conflictHint' : 'same')}</p>
      {clashes.map(({ name, label, mine, theirs, take }) => (
        <div key={name} className="form-clash" role="group" aria-label={label}>
          <span>{label}</span>
          <Radio.Group
            value={take}
            onChange={(event) => onTake(name, event.target.value as Clash['take'])}
            options={[
              { value: 'mine', label: `${t('mine')}：${worded(name, mine)}` },
              { value: 'theirs', label: `${t('theirs')}：${worded(name, theirs)}` },
            ]}
          />
        </div>
      ))}
    </section>
  )
}

function plain(value: unknown, empty: string): string {
  if (value === undefined || value === null || value === '') return empty
  if (Array.isArray(value)) return value.length > 0 ? listed(value.map(String)) : empty
  return typeof value === 'string' ? value : JSON.stringify(value)
}
