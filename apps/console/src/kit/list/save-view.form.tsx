import { useLanguage } from '#client/language.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { Input, Select } from 'antd'
import { viewApi } from '@kaibo/contract/view/view.api.ts'
import { ViewDraft, type ViewState } from '@kaibo/contract/view/view.schema.ts'
import { useText } from '#client/i18n.ts'
import { useAct } from '#client/query.ts'
import { useCan } from '#client/rights.ts'
import { useSession } from '#client/session.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { DialogForm } from '#kit/form/dialog-form.tsx'
import textStyles from '#kit/text/text.module.css'

const { Field } = fieldsOf(viewApi.save)

interface SaveViewProps {
  list: string
  state: ViewState
  onSaved: (id: string) => void
  onClose: () => void
}

/** Saves the list's filters, order and columns as a view, for oneself or for everybody in one of one's groups. */
export function SaveView({ list, state, onSaved, onClose }: SaveViewProps) {
  const t = useText('list')
  const lang = useLanguage()
  const { info } = useSession()
  const mayShare = useCan('group.edit') === true
  const save = useAct(viewApi.save, { silent: true })
  const groups = info?.groups ?? []

  return (
    <DialogForm
      schema={ViewDraft}
      title={t('save_view')}
      submit={t('save_view_submit')}
      initial={NEW}
      onSubmit={({ name, group_id }) =>
        save.mutateAsync({ list, state, name, group_id: group_id || null })
      }
      onSaved={({ id }) => {
        onSaved(id)
        onClose()
      }}
      onClose={onClose}
    >
      <p className={textStyles.hint}>{t('save_view_hint')}</p>
      <Field name="name">
        <Input maxLength={20} />
      </Field>
      {mayShare && groups.length > 0 ? (
        <Field name="group_id" label={t('view_for')}>
          <Select
            options={[
              { value: '', label: t('for_me') },
              ...groups.map((group) => ({
                value: group.id,
                label: t('for_group', { group: groupWords(group)[lang] }),
              })),
            ]}
          />
        </Field>
      ) : null}
    </DialogForm>
  )
}

const NEW = { group_id: '' }
