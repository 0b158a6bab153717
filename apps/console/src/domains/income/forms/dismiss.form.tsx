import { Input } from 'antd'
import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import { DismissDraft, type RefusedRow } from '@kaibo/contract/income/refused.schema.ts'
import { useAct } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import type { DialogProps } from '#kit/action/action.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import { nameOf } from '../refused.columns.tsx'
import '../refused.i18n.ts'

const { Field } = fieldsOf(incomeApi.dismiss)

/** Asks for the reason of dismissing it. */
export function DismissForm({ row, onClose }: DialogProps<RefusedRow>) {
  const t = useText('refused')
  const lang = useLanguage()
  const dismiss = useAct(incomeApi.dismiss, { silent: true })
  return (
    <DialogForm
      schema={DismissDraft}
      title={t('dismiss_title', { name: nameOf(row, lang) })}
      submit={t('dismiss_submit')}
      initial={{ id: row.id }}
      onSubmit={({ note }) => dismiss.mutateAsync({ id: row.id, note })}
      onSaved={onClose}
      onClose={onClose}
    >
      <Field name="note" help={t('dismiss_help')}>
        <Input.TextArea maxLength={200} rows={3} />
      </Field>
    </DialogForm>
  )
}
