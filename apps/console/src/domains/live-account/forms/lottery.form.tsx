import { Form, InputNumber, Select } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { liveAccountApi } from '@kaibo/contract/live-account/live-account.api.ts'
import type { LiveAccountRow } from '@kaibo/contract/live-account/live-account.schema.ts'
import { LotteryCondition } from '@kaibo/contract/live/lottery.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import textStyles from '#kit/text/text.module.css'
import '../live-account.i18n.ts'

type Save = InputOf<typeof liveAccountApi.saveLottery>

const { Field, TextField } = fieldsOf(liveAccountApi.saveLottery)

const FRESH: Omit<Save, 'account_id' | 'version' | 'prize'> = {
  enabled: OpenStatus.open,
  every_min: 30,
  seconds: 60,
  winners: 3,
  condition: LotteryCondition.none,
}

/** When an account's room draws among its viewers, and for what. */
export function LotteryForm({ row, onClose }: DialogProps<LiveAccountRow>) {
  const t = useText('live-account')
  const lang = useLanguage()
  const { account_id, version } = row
  const save = useAct(liveAccountApi.saveLottery, { silent: true })
  return (
    <DialogForm
      schema={liveAccountApi.saveLottery.input}
      title={t('lottery_title', { name: row.nickname })}
      submit={t('lottery_save')}
      initial={{ ...(row.lottery ?? FRESH), account_id, version }}
      onSubmit={(values) => save.mutateAsync({ ...values, account_id, version })}
      onSaved={onClose}
      onClose={onClose}
    >
      <p className={textStyles.hint}>{t('lottery_hint')}</p>
      <Field name="enabled">
        <Flag />
      </Field>
      <TextField name="prize" />
      <Field name="every_min">
        <InputNumber min={10} max={720} />
      </Field>
      <Field name="seconds">
        <InputNumber min={30} max={300} />
      </Field>
      <Field name="winners">
        <InputNumber min={1} max={100} />
      </Field>
      <Field name="condition">
        <Select options={optionsOf(LotteryCondition, lang)} />
      </Field>
      <Form.Item noStyle dependencies={['condition']}>
        {({ getFieldValue }) =>
          getFieldValue('condition') === LotteryCondition.danmu ? (
            <TextField name="word" required help={t('word_hint')} />
          ) : null
        }
      </Form.Item>
    </DialogForm>
  )
}
