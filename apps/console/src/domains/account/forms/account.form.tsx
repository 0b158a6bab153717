import { Input } from 'antd'
import { accountApi } from '@kaibo/contract/account/account.api.ts'
import {
  AccountDraft,
  AccountEdit,
  type AccountRow,
} from '@kaibo/contract/account/account.schema.ts'
import { IsOrNot } from '@kaibo/contract/facts/enums.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { useAct } from '#client/query.ts'
import { Flag } from '#kit/flag/flag.tsx'
import { Field } from '#kit/form/field.tsx'
import { RecordForm } from '#kit/form/record-form.tsx'
import { optionLists, useOptionName } from '#domains/lookup/lookup.options.ts'
import { AreaInput, GroupsSelect, OrgSelect } from '#domains/lookup/parts/people-selects.tsx'
import { lastDayOf } from '../account.present.ts'
import { ExpiryPicker } from '../parts/expiry-picker.tsx'

interface AccountFormProps {
  /** The account to edit; a new one without. */
  row?: AccountRow
  onClose: () => void
}

const refreshes = [accountApi.list]

export function AccountForm({ row, onClose }: AccountFormProps) {
  return row ? <EditAccount row={row} onClose={onClose} /> : <AddAccount onClose={onClose} />
}

function AddAccount({ onClose }: { onClose: () => void }) {
  const t = useText('account')
  const add = useAct(accountApi.add, { silent: true })
  return (
    <RecordForm
      row={undefined}
      schema={AccountDraft}
      draft="account:new"
      title={t('create')}
      submit={t('save')}
      cancel={t('cancel')}
      asInput={asInput}
      fresh={{ group_ids: [], is_gs: IsOrNot.not }}
      save={(values) => add.mutateAsync(values)}
      refreshes={refreshes}
      onClose={onClose}
    >
      {() => (
        <>
          <Field schema={AccountDraft} name="username" help={t('username_hint')}>
            <Input maxLength={32} autoFocus autoComplete="off" />
          </Field>
          <Field schema={AccountDraft} name="password" help={t('password_hint')}>
            <Input.Password autoComplete="new-password" />
          </Field>
          <PersonFields schema={AccountDraft} groups={[]} />
        </>
      )}
    </RecordForm>
  )
}

function EditAccount({ row, onClose }: { row: AccountRow; onClose: () => void }) {
  const t = useText('account')
  const edit = useAct(accountApi.edit, { silent: true })
  return (
    <RecordForm
      row={row}
      schema={AccountEdit}
      draft={`account:${row.uid}`}
      title={t('edit_title', { name: row.nickname })}
      submit={t('save')}
      cancel={t('cancel')}
      asInput={asInput}
      fresh={{}}
      save={(values, version) => edit.mutateAsync({ ...values, uid: row.uid, version })}
      refreshes={refreshes}
      show={useShown()}
      onClose={onClose}
    >
      {() => <PersonFields schema={AccountEdit} groups={row.groups} />}
    </RecordForm>
  )
}

/** The form's values in words, for who has to choose between two. */
function useShown() {
  const t = useText('account')
  const language = useLanguage()
  const groupName = useOptionName(optionLists.groups)
  const orgName = useOptionName(optionLists.orgs)
  return (name: string, value: unknown): string | undefined => {
    if (Array.isArray(value)) return value.map((id) => groupName(String(id))).join('、')
    if (name === 'org_id' && typeof value === 'string') return orgName(value)
    if (name === 'expire_at') return value ? lastDayOf(Number(value)) : t('forever')
    if (name === 'is_gs') return labelOf(IsOrNot, Number(value), language)
    return undefined
  }
}

interface PersonFieldsProps {
  schema: typeof AccountDraft | typeof AccountEdit
  /** Those the account is in. */
  groups: AccountRow['groups']
}

function PersonFields({ schema, groups }: PersonFieldsProps) {
  const t = useText('account')
  return (
    <>
      <Field schema={schema} name="nickname">
        <Input maxLength={20} />
      </Field>
      <Field schema={schema} name="phone">
        <Input maxLength={20} />
      </Field>
      <Field schema={schema} name="group_ids" help={t('groups_hint')}>
        <GroupsSelect keep={groups} />
      </Field>
      <Field schema={schema} name="org_id" help={t('org_hint')}>
        <OrgSelect />
      </Field>
      <Field schema={schema} name="area">
        <AreaInput />
      </Field>
      <Field schema={schema} name="expire_at" help={t('expire_hint')}>
        <ExpiryPicker />
      </Field>
      <Field schema={schema} name="is_gs" help={t('is_gs_hint')}>
        <Flag />
      </Field>
    </>
  )
}

type PersonInput = Omit<InputOf<typeof accountApi.edit>, 'uid' | 'version'>

const asInput = (row: AccountRow): PersonInput => ({
  nickname: row.nickname,
  phone: row.phone,
  group_ids: row.groups.map((group) => group.id),
  org_id: row.org?.id ?? null,
  area: row.area,
  expire_at: row.expire_at,
  is_gs: row.is_gs,
})
