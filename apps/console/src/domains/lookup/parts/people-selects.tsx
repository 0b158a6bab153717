import { AutoComplete, Select } from 'antd'
import { groupApi } from '@kaibo/contract/group/group.api.ts'
import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import '../lookup.i18n.ts'

interface SelectProps<Value> {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
}

/** Groups to put somebody in; one that the person cannot grant says why. */
export function GroupsSelect({ keep, ...rest }: SelectProps<string[]> & { keep: readonly Kept[] }) {
  const t = useText('lookup')
  const { data, isFetching } = useCall(groupApi.all, {})
  const offered = data?.list ?? []
  // A group that was disabled since is not offered, but must not show as its id.
  const gone = keep.filter(({ id }) => !offered.some((group) => group.uid === id))
  return (
    <Select<string[]>
      {...rest}
      mode="multiple"
      showSearch={{ optionFilterProp: 'label' }}
      loading={isFetching}
      placeholder={t('choose_groups')}
      options={[
        ...offered.map(({ uid, name, refused }) => ({
          value: uid,
          label: refused ? `${name}（${refused}）` : name,
          disabled: refused !== null,
        })),
        ...gone.map(({ id, name }) => ({ value: id, label: name, disabled: false })),
      ]}
    />
  )
}

interface Kept {
  id: string
  name: string
}

export function OrgSelect(props: SelectProps<string | undefined>) {
  const t = useText('lookup')
  const { data, isFetching } = useCall(lookupApi.orgs, {})
  return (
    <OptionSelect
      {...props}
      rows={data?.list}
      loading={isFetching}
      placeholder={t('choose_org')}
      allowClear
      refuse={(row) => (row.enabled === OpenStatus.open ? undefined : t('org_disabled'))}
    />
  )
}

/** An area is a word of one's own; those in use are offered. */
export function AreaInput(props: SelectProps<string>) {
  const { data } = useCall(lookupApi.areas, {})
  return (
    <AutoComplete
      {...props}
      options={(data?.list ?? []).map(({ name }) => ({ value: name }))}
      showSearch={{ filterOption: true }}
      maxLength={20}
    />
  )
}

/** Several areas, each a word of one's own. */
export function AreasSelect(props: SelectProps<string[]>) {
  const { data } = useCall(lookupApi.areas, {})
  return (
    <Select<string[]>
      {...props}
      mode="tags"
      tokenSeparators={['，', ',', '、']}
      options={(data?.list ?? []).map(({ name }) => ({ value: name, label: name }))}
    />
  )
}

/** The group by which an organisation's account runs it. */
export function GuildGroupSelect(props: SelectProps<string | undefined>) {
  const { data, isFetching } = useCall(groupApi.ghlist, {})
  return (
    <OptionSelect
      {...props}
      rows={data?.list}
      loading={isFetching}
      refuse={(row) => row.refused ?? undefined}
    />
  )
}
