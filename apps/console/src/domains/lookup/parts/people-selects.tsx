import { useLanguage } from '#client/language.ts'
import { groupWords } from '@kaibo/contract/facts/groups.ts'
import { AutoComplete } from 'antd'
import { OpenStatus } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { OptionSelect, OptionsSelect } from '#kit/select/option-select.tsx'
import { useOptions } from '#kit/select/options.ts'
import { optionLists } from '../lookup.options.ts'
import '../lookup.i18n.ts'

interface SelectProps<Value> {
  id?: string
  value?: Value
  onChange?: (value: Value) => void
}

interface GroupsSelectProps extends SelectProps<string[]> {
  /** The initial groups: one that was disabled since is shown but no longer offered. */
  keep: readonly { id: string; name: string }[]
}

/** The groups of an account; those that the person cannot grant are disabled with the reason. */
export function GroupsSelect({ keep, ...rest }: GroupsSelectProps) {
  const lang = useLanguage()
  return (
    <OptionsSelect
      {...rest}
      from={optionLists.groups}
      kept={keep.map((group) => ({ value: group.id, label: groupWords(group)[lang] }))}
      refuse={({ refused }) => refused ?? undefined}
    />
  )
}

export function OrgSelect(props: SelectProps<string | undefined>) {
  const t = useText('lookup')
  return (
    <OptionSelect
      {...props}
      from={optionLists.orgs}
      refuse={(org) => (org.enabled === OpenStatus.open ? undefined : t('org_disabled'))}
      allowClear
    />
  )
}

/** The studios within the person's scope. */
export function StudioSelect(props: SelectProps<string | undefined>) {
  const t = useText('lookup')
  return (
    <OptionSelect
      {...props}
      from={optionLists.studios}
      refuse={(org) => (org.enabled === OpenStatus.open ? undefined : t('org_disabled'))}
    />
  )
}

/** An area is free text; the ones in use are offered. */
export function AreaInput(props: SelectProps<string>) {
  const { options } = useOptions(optionLists.areas, { valueField: 'name' })
  return (
    <AutoComplete {...props} options={options} showSearch={{ filterOption: true }} maxLength={20} />
  )
}

/** Several areas, each free text. */
export function AreasSelect(props: SelectProps<string[]>) {
  const t = useText('lookup')
  return (
    <OptionsSelect
      {...props}
      from={optionLists.areas}
      valueField="name"
      mode="tags"
      placeholder={t('choose_areas')}
    />
  )
}

/** The group of the account that runs a guild. */
export function GuildGroupSelect(props: SelectProps<string | undefined>) {
  return (
    <OptionSelect
      {...props}
      from={optionLists.guildGroups}
      refuse={({ refused }) => refused ?? undefined}
    />
  )
}
