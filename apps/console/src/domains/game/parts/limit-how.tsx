import { InputNumber, Select } from 'antd'
import { LIMIT_OVERFLOWS } from '@kaibo/contract/talk/variable.schema.ts'
import { useText } from '#client/i18n.ts'
import { ZERO, type HowOf, type HowProps } from './how.ts'
import { OperandInput } from './operand-input.tsx'
import styles from '../game.module.css'

/** A number within bounds, or a text of so many characters. */
export function LimitHow({
  value,
  choices,
  isNumber,
  onChange,
}: HowProps<4> & { isNumber: boolean }) {
  const t = useText('game')
  return (
    <>
      <OperandInput
        label={t('input')}
        value={value.input}
        choices={choices}
        onChange={(input) => onChange({ ...value, input })}
      />
      {isNumber ? (
        <div className={styles.foot}>
          <span>{t('at_least')}</span>
          <OperandInput
            label={t('at_least')}
            value={value.min ?? ZERO}
            choices={choices}
            onChange={(min) => onChange({ ...value, min })}
          />
          <span>{t('at_most')}</span>
          <OperandInput
            label={t('at_most')}
            value={value.max ?? { origin: 'input', value: '' }}
            choices={choices}
            onChange={(max) => onChange(withMax(value, max))}
          />
          <Select
            aria-label={t('overflow')}
            value={value.overflow}
            options={LIMIT_OVERFLOWS.map((one) => ({ value: one, label: t(`overflow_${one}`) }))}
            onChange={(overflow) => onChange({ ...value, overflow })}
          />
        </div>
      ) : (
        <InputNumber
          aria-label={t('max_chars')}
          placeholder={t('max_chars')}
          min={1}
          max={500}
          value={value.max_chars ?? null}
          onChange={(max_chars) =>
            onChange({
              calc: 4,
              input: value.input,
              overflow: 'clamp',
              ...(max_chars !== null && { max_chars }),
            })
          }
        />
      )}
    </>
  )
}

/** An empty bound is none. */
function withMax(limit: HowOf<4>, max: NonNullable<HowOf<4>['max']>): HowOf<4> {
  const { max: _, ...rest } = limit
  return max.origin === 'input' && max.value === '' ? rest : { ...rest, max }
}
