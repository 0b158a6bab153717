import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { orgApi } from '@kaibo/contract/org/org.api.ts'
import type { OrgRow } from '@kaibo/contract/org/org.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { RateInput } from '#kit/stepper/rate-input.tsx'
import { LoginFields } from '#domains/lookup/parts/login-fields.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import { AreasSelect, GuildGroupSelect } from '#domains/lookup/parts/people-selects.tsx'
import { rateText } from '../org.present.ts'
import '../org.i18n.ts'
import { FormPart } from '#kit/form/form-part.tsx'

const { Field, TextField } = fieldsOf(orgApi.add, orgApi.edit)

/** An organisation and the account that runs it, in one form. */
export function OrgForm({ row, onClose }: RecordFormProps<OrgRow>) {
  const t = useText('org')
  return (
    <RecordForm
      row={row}
      create={orgApi.add}
      edit={orgApi.edit}
      of={({ id }) => ({ id })}
      noun={nouns.org}
      asInput={asInput}
      fresh={FRESH}
      show={useShown()}
      onClose={onClose}
    >
      <TextField name="name" />
      <TextField name="contact" />
      <Field name="areas" help={t('areas_hint')}>
        <AreasSelect />
      </Field>
      <Field name="share_rate" help={t('share_hint')}>
        <RateInput />
      </Field>
      <Field name="is_studio" help={t('studio_hint')}>
        <Flag />
      </Field>
      {row && !row.owner ? null : (
        <>
          <FormPart title={t('account_part')} />
          {row ? null : <LoginFields />}
          <TextField name="nickname" />
          <TextField name="phone" />
          <Field name="group_id">
            <GuildGroupSelect />
          </Field>
        </>
      )}
    </RecordForm>
  )
}

/** The form's values as text, for the choice between my value and theirs. */
function useShown() {
  const lang = useLanguage()
  const groupName = useOptionName(optionLists.guildGroups)
  return (name: string, value: unknown): string | undefined => {
    if (name === 'share_rate') return `${rateText(Number(value))}%`
    if (name === 'is_studio') return labelOf(IsOrNot, Number(value), lang)
    if (name === 'group_id' && typeof value === 'string') return groupName(value)
    return undefined
  }
}

type Draft = InputOf<typeof orgApi.add>
type Edit = InputOf<typeof orgApi.edit>

const FRESH: Partial<Draft> = {
  areas: [],
  share_rate: 0,
  is_studio: IsOrNot.not,
  group_id: 'guild',
}

const asInput = ({
  name,
  contact,
  areas,
  share_rate,
  is_studio,
  owner,
}: OrgRow): Partial<Edit> => ({
  name,
  contact,
  areas,
  share_rate,
  is_studio,
  nickname: owner?.nickname ?? name,
  phone: owner?.phone ?? '',
  // Without one, its owner is in groups of another kind and keeps them.
  ...(owner?.group_id ? { group_id: owner.group_id } : {}),
})
