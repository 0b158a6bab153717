import { Select } from 'antd'
import { CheckExpressionType } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { CheckOp, MOVING_OPS } from '@kaibo/contract/talk/talk.enums.ts'
import type { Operand } from '@kaibo/contract/talk/operand.schema.ts'
import type { OneSidedCheck } from '@kaibo/contract/talk/talk.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { HowRows } from './how-rows.tsx'
import { ZERO, type HowOf, type HowProps } from './how.ts'
import { OperandInput } from './operand-input.tsx'
import { Otherwise } from './otherwise.tsx'
import styles from '../game.module.css'

type Case = HowOf<2>['cases'][number]

/** Cases in order: the first whose condition holds gives the value. */
export function JudgeHow({ value, choices, onChange }: HowProps<2>) {
  const t = useText('game')
  const lang = useLanguage()
  const { cases } = value
  const ops = optionsOf(CheckOp, lang).filter((one) => !MOVING_OPS.includes(one.value))
  return (
    <>
      <HowRows<Case>
        title={t('cases')}
        rows={cases}
        keyOf={({ when }) => when.id}
        add={{ label: t('add_case'), fresh: () => freshCase(cases) }}
        onChange={(next) => onChange({ ...value, cases: next })}
      >
        {(one, { name, put }) => {
          const { when } = one
          return (
            <>
              <span>{t('when')}</span>
              {isPlain(when) ? (
                <>
                  <OperandInput
                    label={`${name} 1`}
                    value={when.subject}
                    choices={choices}
                    onChange={(subject) => put({ ...one, when: { ...when, subject } })}
                  />
                  <Select
                    className={styles.small}
                    aria-label={`${name} ${t('match')}`}
                    value={when.op}
                    options={ops}
                    popupMatchSelectWidth={false}
                    onChange={(op) => put({ ...one, when: { ...when, op } })}
                  />
                  <OperandInput
                    label={`${name} 2`}
                    value={when.rhs ?? ZERO}
                    choices={choices}
                    onChange={(rhs) => put({ ...one, when: { ...when, rhs } })}
                  />
                </>
              ) : null}
              <span>{t('becomes')}</span>
              <OperandInput
                label={`${name} ${t('value')}`}
                value={one.value}
                choices={choices}
                onChange={(next) => put({ ...one, value: next })}
              />
            </>
          )
        }}
      </HowRows>
      <Otherwise
        value={value.else}
        choices={choices}
        onChange={(next) => onChange({ ...value, else: next })}
      />
    </>
  )
}

/** A check of one value against another; anything more is kept as it is. */
function isPlain(when: Case['when']): when is OneSidedCheck & { subject: Operand } {
  return 'type' in when && when.type === CheckExpressionType.one && when.subject !== '$'
}

function freshCase(cases: readonly Case[]): Case {
  let count = cases.length + 1
  while (cases.some(({ when }) => when.id === `w${count}`)) count++
  const subject = { origin: 'variable', key: '' } as const
  const when = {
    id: `w${count}`,
    type: CheckExpressionType.one,
    subject,
    op: '>=',
    rhs: ZERO,
  } as const
  return { when, value: ZERO }
}
