import { Input, InputNumber } from 'antd'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { variableLabel } from '@kaibo/contract/talk/sentence.ts'
import type { VariableFacts } from '@kaibo/contract/talk/talk.events.ts'
import type { Scalar } from '@kaibo/contract/talk/operand.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useKnown } from '../talk.known.ts'
import { fieldsOfEvent, type Values } from '../talk.samples.ts'
import styles from './try.module.css'

const FEN = 100

interface TryEventProps {
  event: string
  vars: Values
  /** What the server says of a field. */
  faults: Readonly<Record<string, string>>
  onChange: (vars: Values) => void
}

/** The fields of an event, as its catalogue has them. */
export function TryEvent({ event, vars, faults, onChange }: TryEventProps) {
  const known = useKnown()
  return (
    <div className={styles.fields}>
      {fieldsOfEvent(event, known).map((facts) => (
        <EventField
          key={facts.key}
          facts={facts}
          value={vars[facts.key]}
          fault={faults[`event.vars.${facts.key}`]}
          onChange={(value) => onChange({ ...vars, [facts.key]: value })}
        />
      ))}
    </div>
  )
}

interface EventFieldProps {
  facts: VariableFacts
  value: Scalar | undefined
  fault: string | undefined
  onChange: (value: Scalar) => void
}

function EventField({ facts, value, fault, onChange }: EventFieldProps) {
  const t = useText('talk')
  const lang = useLanguage()
  const label = variableLabel(facts, lang)
  const unit = facts.unit === 'fen' ? FEN : 1
  const status = fault === undefined ? '' : 'error'
  return (
    <label className={styles.field}>
      <span>{label}</span>
      {facts.type === DataType.number ? (
        <InputNumber
          className={styles.grow}
          status={status}
          suffix={unit === FEN ? t('yuan') : undefined}
          value={typeof value === 'number' ? value / unit : null}
          onChange={(next) => onChange(Math.round((next ?? 0) * unit * 1e6) / 1e6)}
        />
      ) : (
        <Input
          status={status}
          maxLength={500}
          value={value === undefined ? '' : String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
      {fault === undefined ? null : (
        <span role="alert" className={styles.fault}>
          {fault}
        </span>
      )}
    </label>
  )
}
