import { Form, InputNumber, Select, Switch } from 'antd'
import * as z from 'zod/mini'
import { StopLive } from '@kaibo/contract/facts/enums.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { field } from '@kaibo/contract/kernel/field.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { hasTime, StopRule, TIME_NEEDED } from '@kaibo/contract/room/room.stop.schema.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsFor } from '#kit/form/fields-of.ts'
import { Chosen } from './chosen.tsx'

/** Whether a run ends by itself, and how it does: of forms in which it need not. */
export const Ends = z
  .object({
    ends: field(words('自动停播', 'Stops by itself'), z.boolean()),
    stop: z.optional(StopRule),
  })
  .check(z.refine(({ ends, stop }) => !ends || (stop !== undefined && hasTime(stop)), TIME_NEEDED))
type Ends = z.input<typeof Ends>

const { Field } = fieldsFor<Ends>()

export const endsOf = (stop: StopRule | null): Ends =>
  stop ? { ends: true, stop } : { ends: false, stop: { mode: StopLive.check_setime } }
export const stopOf = ({ ends, stop }: Ends) => (ends ? (stop ?? null) : null)

/** When a run ends: the fields of `stop`. */
export function StopFields() {
  const lang = useLanguage()
  return (
    <>
      <Field name="stop.at">
        <Chosen type="time" />
      </Field>
      <Field name="stop.mode">
        <Select options={optionsOf(StopLive, lang)} />
      </Field>
      <Form.Item noStyle dependencies={[['stop', 'mode']]}>
        {({ getFieldValue }) =>
          getFieldValue(['stop', 'mode']) === StopLive.postpone ? (
            <>
              <Field name="stop.step_min">
                <InputNumber min={1} max={60} placeholder="5" />
              </Field>
              <Field name="stop.cap_min">
                <InputNumber min={1} max={240} placeholder="30" />
              </Field>
              <Field name="stop.gift_s">
                <InputNumber min={0} max={600} placeholder="60" />
              </Field>
            </>
          ) : null
        }
      </Form.Item>
    </>
  )
}

/** The same where a run may also go on until somebody ends it. */
export function EndsFields() {
  return (
    <>
      <Field name="ends">
        <Switch />
      </Field>
      <Form.Item noStyle dependencies={['ends']}>
        {({ getFieldValue }) => (getFieldValue('ends') ? <StopFields /> : null)}
      </Form.Item>
    </>
  )
}
