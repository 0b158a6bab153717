import { InputNumber, Select, Switch } from 'antd'
import * as z from 'zod/mini'
import { words } from '@kaibo/contract/kernel/words.ts'
import { planApi } from '@kaibo/contract/plan/plan.api.ts'
import {
  PlanSettingsDraft,
  type PlanList,
  type PlanSettings,
} from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { FormPart } from '#kit/form/form-part.tsx'
import { RecordForm } from '#kit/form/record-form.tsx'
import { Ends, EndsFields, endsOf, stopOf } from './stop-fields.tsx'
import './plan.i18n.ts'

const { plans_on, late_min, prewarm, script_plan_id } = PlanSettingsDraft.shape
const Draft = z.object({ plans_on, late_min, prewarm, script_plan_id, ...Ends.shape })
const { Field } = fieldsFor<z.input<typeof Draft>>()

const NOUN = words('计划设置', 'Plan settings')

interface PlanSettingsFormProps {
  room_code: string
  settings: PlanSettings
  plans: PlanList['list']
  onClose: () => void
}

/** How a room follows its plans, and what a start by hand begins with. */
export function PlanSettingsForm({ room_code, settings, plans, onClose }: PlanSettingsFormProps) {
  const t = useText('plan')
  return (
    <RecordForm
      row={settings}
      title={t('settings')}
      create={planApi.settings}
      edit={planApi.settings}
      of={() => ({ room_code })}
      noun={NOUN}
      schema={Draft}
      asInput={({ stop, ...kept }: PlanSettings) => ({ ...kept, ...endsOf(stop) })}
      asCall={({ ends, stop, ...kept }: z.input<typeof Draft>) => ({
        ...kept,
        room_code,
        version: settings.version,
        stop: stopOf({ ends, stop }),
      })}
      onClose={onClose}
    >
      <Field name="plans_on" help={t('plans_on_hint')}>
        <Switch />
      </Field>
      <Field name="late_min" help={t('late_hint')}>
        <InputNumber min={0} max={30} />
      </Field>
      <Field name="prewarm" help={t('prewarm_hint')}>
        <Switch />
      </Field>
      <FormPart title={t('by_hand')} />
      <Field name="script_plan_id">
        <Select
          allowClear
          placeholder={t('no_script')}
          options={plans.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </Field>
      <EndsFields />
    </RecordForm>
  )
}
