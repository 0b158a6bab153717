import { accountApi } from '@kaibo/contract/account/account.api.ts'
import type { AccountRow } from '@kaibo/contract/account/account.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { listed, useLanguage } from '#client/language.ts'
import { fieldsOf } from '#kit/form/fields-of.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { RecordForm, type RecordFormProps } from '#kit/form/record-form.tsx'
import { LoginFields } from '#domains/lookup/parts/login-fields.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import { AreaInput, GroupsSelect, OrgSelect } from '#domains/lookup/parts/people-selects.tsx'
import { lastDayOf } from '../account.present.ts'
import { ExpiryPicker } from '../parts/expiry-picker.tsx'
import '../account.i18n.ts'

const { Field, TextField } = fieldsOf(accountApi.add, accountApi.edit)

export function AccountForm({ row, onClose }: RecordFormProps<AccountRow>) {
  return (
    <RecordForm
      row={row}
      create={accountApi.add}
      edit={accountApi.edit}
      of={({ uid }) => ({ uid })}
      noun={nouns.account}
      called={row?.nickname}
      fresh={FRESH}
      asInput={personOf}
      show={useShown()}
      onClose={onClose}
    >
      {row ? null : <LoginFields />}
      <PersonFields groups={row?.groups ?? []} />
    </RecordForm>
  )
}

const FRESH = { group_ids: [], is_gs: IsOrNot.not }

/** `groups`: the account's groups. */
function PersonFields({ groups }: Pick<AccountRow, 'groups'>) {
  const t = useText('account')
  return (
    <>
      <TextField name="nickname" />
      <TextField name="phone" />
      <Field name="group_ids" help={t('groups_hint')}>
        <GroupsSelect keep={groups} />
      </Field>
      <Field name="org_id" help={t('org_hint')}>
        <OrgSelect />
      </Field>
      <Field name="area">
        <AreaInput />
      </Field>
      <Field name="expire_at" help={t('expire_hint')}>
        <ExpiryPicker />
      </Field>
      <Field name="is_gs" help={t('is_gs_hint')}>
        <Flag />
      </Field>
    </>
  )
}

type Person = Omit<InputOf<typeof accountApi.edit>, 'uid' | 'version'>

const personOf = (row: AccountRow): Person => ({
  nickname: row.nickname,
  phone: row.phone,
  group_ids: row.groups.map((group) => group.id),
  org_id: row.org?.id ?? null,
  area: row.area,
  expire_at: row.expire_at,
  is_gs: row.is_gs,
})

/** The form's values as text, for the choice between my value and theirs. */
function useShown() {
  const t = useText('account')
  const language = useLanguage()
  const groupName = useOptionName(optionLists.groups)
  const orgName = useOptionName(optionLists.orgs)
  return (name: string, value: unknown): string | undefined => {
    if (Array.isArray(value))
      return listed(
        value.map((id) => groupName(String(id))),
        language,
      )
    if (name === 'org_id' && typeof value === 'string') return orgName(value)
    if (name === 'expire_at') return value ? lastDayOf(Number(value)) : t('forever')
    if (name === 'is_gs') return labelOf(IsOrNot, Number(value), language)
    return undefined
  }
}
