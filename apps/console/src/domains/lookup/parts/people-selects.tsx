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
  /** Those it began with: one that was disabled since is not offered any more. */
  keep: readonly { id: string; name: string }[]
}

/** Groups to put somebody in; one that the person cannot grant says why. */
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

/** Of the studios whose rows the person sees. */
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

/** An area is a word of one's own; those in use are offered. */
export function AreaInput(props: SelectProps<string>) {
  const { options } = useOptions(optionLists.areas, { valueField: 'name' })
  return (
    <AutoComplete {...props} options={options} showSearch={{ filterOption: true }} maxLength={20} />
  )
}

/** Several areas, each a word of one's own. */
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

/** The group by which an organisation's account runs it. */
export function GuildGroupSelect(props: SelectProps<string | undefined>) {
  return (
    <OptionSelect
      {...props}
      from={optionLists.guildGroups}
      refuse={({ refused }) => refused ?? undefined}
    />
  )
}
