import { useId } from 'react'
import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import type { PayloadField } from '@kaibo/contract/game/event.schema.ts'
import type { GameScalar } from '@kaibo/contract/game/link.schema.ts'
import { useText } from '#client/i18n.ts'
import { ScalarInput } from './scalar-input.tsx'
import styles from '../game.module.css'

type Sample = Readonly<Record<string, GameScalar>>

interface SampleInputProps {
  id?: string
  value?: Sample
  onChange?: (value: Sample) => void
}

/** A value for each field that the form has now; what is left of a field that is gone can be removed. */
export function SampleInput({ id, value = {}, onChange }: SampleInputProps) {
  const t = useText('game')
  const at = useId()
  const payload = (Form.useWatch('payload') ?? []) as readonly Partial<PayloadField>[]
  const fields = payload.filter(({ key }) => key !== undefined && key !== '')
  const gone = Object.keys(value).filter((key) => !fields.some((one) => one.key === key))
  const put = (key: string, next: GameScalar | undefined) => {
    const { [key]: _, ...rest } = value
    onChange?.(next === undefined ? rest : { ...rest, [key]: next })
  }
  if (fields.length + gone.length === 0)
    return <span className={styles.soft}>{t('sample_none')}</span>
  return (
    <div id={id} role="group" aria-label={t('sample')} className={styles.named}>
      {fields.map(({ key = '', label, type = DataType.string }) => [
        <label key={`label ${key}`} htmlFor={`${at}${key}`}>
          {label === undefined || label === '' ? key : label}
        </label>,
        <ScalarInput
          key={key}
          id={`${at}${key}`}
          type={type}
          value={value[key]}
          onChange={(next) => put(key, next)}
        />,
      ])}
      {gone.map((key) => [
        <span key={`label ${key}`} className={styles.soft}>
          {t('sample_gone', { key })}
        </span>,
        <Button
          key={key}
          type="text"
          icon={<DeleteOutlined />}
          aria-label={`${t('remove')} ${key}`}
          onClick={() => put(key, undefined)}
        >
          {String(value[key])}
        </Button>,
      ])}
    </div>
  )
}
