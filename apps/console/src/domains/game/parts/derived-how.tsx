import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input, InputNumber, Select } from 'antd'
import { OperatorMethod } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { CheckOp, MOVING_OPS } from '@kaibo/contract/talk/talk.enums.ts'
import type { OneSidedCheck } from '@kaibo/contract/talk/talk.schema.ts'
import type { VarHow } from '@kaibo/contract/talk/variable.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { OperandInput, type Choice } from './operand-input.tsx'
import styles from '../game.module.css'

type Of<C> = Extract<VarHow, { calc: C }>

interface HowProps<C> {
  value: Of<C>
  choices: readonly Choice[]
  onChange: (value: Of<C>) => void
}

const OPS = ['+', '-', '*', '/', '%', 'min', 'max'] as const
const ZERO = { origin: 'input', value: 0 } as const

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return <Button type="text" icon={<DeleteOutlined />} aria-label={label} onClick={onClick} />
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <span>
      <Button size="small" icon={<PlusOutlined />} onClick={onClick}>
        {label}
      </Button>
    </span>
  )
}

/** Steps in order; each may use those before it. */
export function CalcHow({ value, choices, onChange }: HowProps<1>) {
  const t = useText('game')
  const lang = useLanguage()
  const { steps } = value
  const free = `s${Math.max(0, ...steps.map(({ id }) => Number(id.slice(1)) || 0)) + 1}`
  return (
    <>
      {steps.map((step, index) => {
        const before = steps.slice(0, index).map(({ id }) => ({ value: id, label: id }))
        const put = (more: Partial<typeof step>) =>
          onChange({ ...value, steps: steps.with(index, { ...step, ...more }) })
        const name = `${t('steps')} ${index + 1}`
        return (
          <div key={step.id} className={styles.step} role="group" aria-label={name}>
            <code>{step.id}</code>
            <OperandInput
              label={`${name} 1`}
              value={step.left}
              choices={choices}
              steps={before}
              onChange={(left) => put({ left })}
            />
            <Select
              className={styles.small}
              aria-label={`${name} ${t('match')}`}
              value={step.op}
              options={OPS.map((op) => ({ value: op, label: op }))}
              onChange={(op) => put({ op })}
            />
            <OperandInput
              label={`${name} 2`}
              value={step.right}
              choices={choices}
              steps={before}
              onChange={(right) => put({ right })}
            />
            <Select
              className={styles.small}
              aria-label={`${name} ${t('becomes')}`}
              value={step.method}
              options={optionsOf(OperatorMethod, lang)}
              popupMatchSelectWidth={false}
              onChange={(method) => put({ method })}
            />
            {steps.length > 1 ? (
              <Remove
                label={`${t('remove')} ${name}`}
                onClick={() => onChange({ ...value, steps: steps.toSpliced(index, 1) })}
              />
            ) : null}
          </div>
        )
      })}
      <Add
        label={t('add_step')}
        onClick={() =>
          onChange({
            ...value,
            steps: [
              ...steps,
              {
                id: free,
                left: { origin: 'result', ref: '$prev' },
                op: '+',
                right: ZERO,
                method: 'none',
              },
            ],
          })
        }
      />
    </>
  )
}

/** A check of one value against another; anything more is kept as it is. */
const plain = (when: Of<2>['cases'][number]['when']): OneSidedCheck | undefined =>
  'type' in when && when.type === 1 && when.subject !== '$' ? when : undefined

/** Cases in order: the first whose condition holds gives the value. */
export function JudgeHow({ value, choices, onChange }: HowProps<2>) {
  const t = useText('game')
  const lang = useLanguage()
  const { cases } = value
  const ops = optionsOf(CheckOp, lang).filter((one) => !MOVING_OPS.includes(one.value))
  return (
    <>
      {cases.map((one, index) => {
        const check = plain(one.when)
        const name = `${t('cases')} ${index + 1}`
        const put = (more: Partial<typeof one>) =>
          onChange({ ...value, cases: cases.with(index, { ...one, ...more }) })
        return (
          <div key={one.when.id} className={styles.step} role="group" aria-label={name}>
            <span>{t('when')}</span>
            {check && check.subject !== '$' ? (
              <>
                <OperandInput
                  label={`${name} 1`}
                  value={check.subject}
                  choices={choices}
                  onChange={(subject) => put({ when: { ...check, subject } })}
                />
                <Select
                  className={styles.small}
                  aria-label={`${name} ${t('match')}`}
                  value={check.op}
                  options={ops}
                  popupMatchSelectWidth={false}
                  onChange={(op) => put({ when: { ...check, op } })}
                />
                <OperandInput
                  label={`${name} 2`}
                  value={check.rhs ?? ZERO}
                  choices={choices}
                  onChange={(rhs) => put({ when: { ...check, rhs } })}
                />
              </>
            ) : null}
            <span>{t('becomes')}</span>
            <OperandInput
              label={`${name} ${t('value')}`}
              value={one.value}
              choices={choices}
              onChange={(next) => put({ value: next })}
            />
            {cases.length > 1 ? (
              <Remove
                label={`${t('remove')} ${name}`}
                onClick={() => onChange({ ...value, cases: cases.toSpliced(index, 1) })}
              />
            ) : null}
          </div>
        )
      })}
      <Add
        label={t('add_case')}
        onClick={() =>
          onChange({
            ...value,
            cases: [
              ...cases,
              {
                when: {
                  id: freeId(cases),
                  type: 1,
                  subject: { origin: 'variable', key: '' },
                  op: '>=',
                  rhs: ZERO,
                },
                value: ZERO,
              },
            ],
          })
        }
      />
      <div className={styles.foot}>
        <span>{t('otherwise')}</span>
        <OperandInput
          label={t('otherwise')}
          value={value.else}
          choices={choices}
          onChange={(next) => onChange({ ...value, else: next })}
        />
      </div>
    </>
  )
}

function freeId(cases: Of<2>['cases']): string {
  let count = cases.length + 1
  while (cases.some(({ when }) => when.id === `w${count}`)) count++
  return `w${count}`
}

const MATCHES = ['range', 'exact', 'prefix', 'keyword'] as const

/** A table: the row that the value is found in gives the result. */
export function MapHow({ value, choices, onChange }: HowProps<3>) {
  const t = useText('game')
  const { rows, match } = value
  return (
    <>
      <div className={styles.foot}>
        <span>{t('input')}</span>
        <OperandInput
          label={t('input')}
          value={value.input}
          choices={choices}
          onChange={(input) => onChange({ ...value, input })}
        />
        <Select
          aria-label={t('match')}
          value={match}
          options={MATCHES.map((one) => ({ value: one, label: t(`match_${one}`) }))}
          popupMatchSelectWidth={false}
          onChange={(next) => onChange({ ...value, match: next })}
        />
      </div>
      {rows.map((row, index) => {
        const name = `${t('rows')} ${index + 1}`
        const put = (next: typeof row) => onChange({ ...value, rows: rows.with(index, next) })
        return (
          // A row has no identity but its place; its values are held by the form.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className={styles.step} role="group" aria-label={name}>
            {match === 'range' ? (
              <>
                <InputNumber
                  className={styles.small}
                  aria-label={`${name} ${t('at_least')}`}
                  placeholder={t('at_least')}
                  value={row.from ?? null}
                  onChange={(from) =>
                    put({
                      v: row.v,
                      ...(row.to !== undefined && { to: row.to }),
                      ...(from !== null && { from }),
                    })
                  }
                />
                <InputNumber
                  className={styles.small}
                  aria-label={`${name} ${t('below')}`}
                  placeholder={t('below')}
                  value={row.to ?? null}
                  onChange={(to) =>
                    put({
                      v: row.v,
                      ...(row.from !== undefined && { from: row.from }),
                      ...(to !== null && { to }),
                    })
                  }
                />
              </>
            ) : (
              <Input
                className={styles.small}
                aria-label={`${name} ${t('match')}`}
                maxLength={100}
                value={row.k ?? ''}
                onChange={({ target }) => put({ v: row.v, k: target.value })}
              />
            )}
            <span>{t('becomes')}</span>
            <OperandInput
              label={`${name} ${t('value')}`}
              value={row.v}
              choices={choices}
              onChange={(v) => put({ ...row, v })}
            />
            {rows.length > 1 ? (
              <Remove
                label={`${t('remove')} ${name}`}
                onClick={() => onChange({ ...value, rows: rows.toSpliced(index, 1) })}
              />
            ) : null}
          </div>
        )
      })}
      <Add
        label={t('add_row')}
        onClick={() => onChange({ ...value, rows: [...rows, { v: ZERO }] })}
      />
      <div className={styles.foot}>
        <span>{t('otherwise')}</span>
        <OperandInput
          label={t('otherwise')}
          value={value.else}
          choices={choices}
          onChange={(next) => onChange({ ...value, else: next })}
        />
      </div>
    </>
  )
}

const OVERFLOWS = ['clamp', 'wrap', 'error'] as const

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
            options={OVERFLOWS.map((one) => ({ value: one, label: t(`overflow_${one}`) }))}
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
function withMax(limit: Of<4>, max: NonNullable<Of<4>['max']>): Of<4> {
  const { max: _, ...rest } = limit
  return max.origin === 'input' && max.value === '' ? rest : { ...rest, max }
}
