import { Select } from 'antd'
import { OperatorMethod } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { CALC_OPS, type CalcStep } from '@kaibo/contract/talk/variable.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { HowRows } from './how-rows.tsx'
import { ZERO, type HowProps } from './how.ts'
import { OperandInput } from './operand-input.tsx'
import styles from '../game.module.css'

/** Steps in order; each may use those before it. */
export function CalcHow({ value, choices, onChange }: HowProps<1>) {
  const t = useText('game')
  const lang = useLanguage()
  const { steps } = value
  return (
    <HowRows<CalcStep>
      title={t('steps')}
      rows={steps}
      keyOf={({ id }) => id}
      add={{ label: t('add_step'), fresh: () => freshStep(steps) }}
      onChange={(next) => onChange({ ...value, steps: next })}
    >
      {(step, { index, name, put }) => {
        const before = steps.slice(0, index).map(({ id }) => ({ value: id, label: id }))
        return (
          <>
            <code>{step.id}</code>
            <OperandInput
              label={`${name} 1`}
              value={step.left}
              choices={choices}
              steps={before}
              onChange={(left) => put({ ...step, left })}
            />
            <Select
              className={styles.small}
              aria-label={`${name} ${t('match')}`}
              value={step.op}
              options={CALC_OPS.map((op) => ({ value: op, label: op }))}
              onChange={(op) => put({ ...step, op })}
            />
            <OperandInput
              label={`${name} 2`}
              value={step.right}
              choices={choices}
              steps={before}
              onChange={(right) => put({ ...step, right })}
            />
            <Select
              className={styles.small}
              aria-label={`${name} ${t('becomes')}`}
              value={step.method}
              options={optionsOf(OperatorMethod, lang)}
              popupMatchSelectWidth={false}
              onChange={(method) => put({ ...step, method })}
            />
          </>
        )
      }}
    </HowRows>
  )
}

function freshStep(steps: readonly CalcStep[]): CalcStep {
  const last = Math.max(0, ...steps.map(({ id }) => Number(id.slice(1)) || 0))
  const left = { origin: 'result', ref: '$prev' } as const
  return { id: `s${last + 1}`, left, op: '+', right: ZERO, method: 'none' }
}
