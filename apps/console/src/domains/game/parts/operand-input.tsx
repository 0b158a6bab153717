import { Input, Select } from 'antd'
import { DataOrigin } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import styles from '../game.module.css'

export interface Choice {
  value: string
  label: string
}

interface OperandInputProps {
  label: string
  value: Operand
  /** The variables and fields that can be read. */
  choices: readonly Choice[]
  /** Earlier steps of the same calculation. */
  steps?: readonly Choice[]
  onChange: (value: Operand) => void
}

/** A typed value is a number where it reads as one. */
export const typed = (text: string): Operand => ({
  origin: 'input',
  value: text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text,
})

const FRESH: Record<Operand['origin'], Operand> = {
  variable: { origin: 'variable', key: '' },
  result: { origin: 'result', ref: '$prev' },
  input: { origin: 'input', value: 0 },
}

/** A value: of a variable, of an earlier step, or typed. */
export function OperandInput({ label, value, choices, steps = [], onChange }: OperandInputProps) {
  const t = useText('game')
  const lang = useLanguage()
  const origins = optionsOf(DataOrigin, lang).filter(
    (one) => one.value !== DataOrigin.result || steps.length > 0 || value.origin === 'result',
  )
  return (
    <span className={styles.operand}>
      <Select
        className={styles.origin}
        aria-label={`${label} ${t('input')}`}
        value={value.origin}
        options={origins}
        popupMatchSelectWidth={false}
        onChange={(origin) => onChange(FRESH[origin])}
      />
      {value.origin === 'input' ? (
        <Input
          className={styles.of}
          aria-label={label}
          maxLength={100}
          value={String(value.value)}
          onChange={({ target }) => onChange(typed(target.value))}
        />
      ) : value.origin === 'variable' ? (
        <Select
          className={styles.of}
          aria-label={label}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('variable')}
          value={value.key || null}
          options={[...choices]}
          popupMatchSelectWidth={false}
          onChange={(key: string | null) => key && onChange({ origin: 'variable', key })}
        />
      ) : (
        <Select
          className={styles.of}
          aria-label={label}
          value={value.ref}
          options={[...steps]}
          onChange={(ref) => onChange({ origin: 'result', ref })}
        />
      )}
    </span>
  )
}
