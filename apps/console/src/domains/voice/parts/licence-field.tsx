import { useId } from 'react'
import { Input, Switch } from 'antd'
import type { Licence } from '@kaibo/contract/voice/voice.schema.ts'
import { useText } from '#client/i18n.ts'
import { LastDay } from '#kit/date/last-day.tsx'
import styles from '../voice.module.css'

interface LicenceFieldProps {
  id?: string
  value?: Licence | null
  onChange?: (value: Licence | null) => void
  /** There is somebody who allows it, whoever it is. */
  always?: boolean
}

const NONE: Licence = { holder: '', expire_at: null, note: '' }

/** Who allows a voice to be used, and until when; nothing where nobody has to. */
export function LicenceField({ id, value = null, onChange, always = false }: LicenceFieldProps) {
  const t = useText('voice')
  const names = useId()
  const set = (part: Partial<Licence>) => onChange?.({ ...NONE, ...value, ...part })
  return (
    <div className={styles.licence}>
      {always ? null : (
        <label className={styles.tick}>
          <Switch
            {...(id !== undefined && { id })}
            size="small"
            checked={value !== null}
            onChange={(isLicensed) => onChange?.(isLicensed ? NONE : null)}
          />
          {t('licensed')}
        </label>
      )}
      {value === null ? null : (
        <>
          <label htmlFor={`${names}holder`}>{t('holder')}</label>
          <Input
            id={`${names}holder`}
            value={value.holder}
            maxLength={60}
            onChange={({ target }) => set({ holder: target.value })}
          />
          <label htmlFor={`${names}until`}>{t('until')}</label>
          <LastDay
            id={`${names}until`}
            value={value.expire_at}
            onChange={(expire_at) => set({ expire_at })}
          />
          <p className={styles.soft}>{t('licence_hint')}</p>
          <label htmlFor={`${names}note`}>{t('note')}</label>
          <Input
            id={`${names}note`}
            value={value.note}
            maxLength={200}
            onChange={({ target }) => set({ note: target.value })}
          />
        </>
      )}
    </div>
  )
}
