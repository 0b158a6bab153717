import { useState } from 'react'
import { Button, Form, Input } from 'antd'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { gameApi } from '@kaibo/contract/game/game.api.ts'
import { DataType } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import styles from '../game.module.css'

type Values = InputOf<typeof gameApi.tryVar>['values']

/** Computes the variable of the form as it stands, saved or not, of values that somebody types. */
export function TryVariable({ game_id }: { game_id: string }) {
  const t = useText('game')
  const form = Form.useFormInstance<InputOf<typeof gameApi.addVar>>()
  const [values, setValues] = useState<Values>({})
  const tried = useAct(gameApi.tryVar)
  const { data } = tried
  const run = () => {
    const { key, name, data_type, how } = form.getFieldsValue(true) as InputOf<
      typeof gameApi.addVar
    >
    tried.mutate({ game_id, key, name, data_type, how, values })
  }
  return (
    <section className={styles.card} aria-label={t('try')}>
      {(data?.reads ?? []).map(({ key, name, data_type }) => (
        <div key={key} className={styles.foot}>
          <label htmlFor={`try-${key}`}>{name}</label>
          <Input
            id={`try-${key}`}
            className={styles.small}
            value={String(values[key] ?? '')}
            onChange={({ target }) => {
              const { value } = target
              const isNumber =
                data_type === DataType.number && value !== '' && Number.isFinite(Number(value))
              setValues({ ...values, [key]: isNumber ? Number(value) : value })
            }}
          />
        </div>
      ))}
      <p className={styles.foot}>
        <Button size="small" loading={tried.isPending} onClick={run}>
          {t('try_run')}
        </Button>
        <output>
          {data === undefined
            ? ''
            : data.value === null
              ? t('try_none', { why: data.why ?? '' })
              : t('try_result', { value: data.value })}
        </output>
      </p>
    </section>
  )
}
