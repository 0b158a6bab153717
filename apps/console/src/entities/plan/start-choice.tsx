import { Input, Select } from 'antd'
import { StopLive } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import { useNow } from '#kit/clock/use-now.ts'
import { planText } from './plan.text.ts'
import { mondayOf, weekFrom } from './plan.week.ts'
import './plan.i18n.ts'
import styles from './plan.module.css'

/** By which plan a run begins that a person starts, and when it ends by itself. */
export type Choice = Pick<InputOf<typeof roomApi.start>, 'plan_id' | 'stop'>

interface StartChoiceProps {
  room_code: string
  value: Choice
  onChange: (value: Choice) => void
}

/** What is left open is as the room's settings say. */
export function StartChoice({ room_code, value, onChange }: StartChoiceProps) {
  const t = useText('plan')
  const lang = useLanguage()
  const speak = useSpeak()
  const { data } = useCall(planApi.list, { room_code, ...weekFrom(mondayOf(useNow())) })
  const { plan_id, ...rest } = value
  const plans = data?.list ?? []
  return (
    <div className={styles.choice}>
      {plans.length > 0 ? (
        <label>
          {speak(nouns.plan)}
          <Select
            allowClear
            value={plan_id ?? null}
            placeholder={t('start_default')}
            options={plans.map((plan) => ({
              value: plan.id,
              label: `${plan.name} · ${planText(plan, lang)}`,
            }))}
            onChange={(id: string | undefined) => onChange({ ...rest, ...(id && { plan_id: id }) })}
          />
        </label>
      ) : null}
      <label>
        {t('stop_at')}
        <Input
          type="time"
          value={value.stop?.at ?? ''}
          onChange={({ target: { value: at } }) => {
            const stop = at === '' ? {} : { stop: { mode: StopLive.check_setime, at } }
            onChange({ ...(plan_id && { plan_id }), ...stop })
          }}
        />
      </label>
    </div>
  )
}
