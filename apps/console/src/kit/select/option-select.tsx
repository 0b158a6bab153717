import { Select } from 'antd'
import { SELECT } from '@kaibo/contract/facts/constants.ts'
import { useOptions, type OptionList, type OptionOf, type OptionSettings } from './options.ts'
import { useLanguage } from '#client/language.ts'

interface OptionSelectProps<L extends OptionList> extends OptionSettings<OptionOf<L>> {
  from: L
  value?: string | null
  onChange?: (value: string | undefined) => void
  id?: string
  label?: string
  placeholder?: string
  allowClear?: boolean
}

/** The select widget of spec §3. The empty value of its "all" entry says that nothing is chosen. */
export function OptionSelect<L extends OptionList>(props: OptionSelectProps<L>) {
  const lang = useLanguage()
  const {
    from,
    value,
    onChange,
    id,
    label,
    placeholder = SELECT.allLabel[lang],
    allowClear,
  } = props
  return (
    <Select<string>
      {...useOptions(from, props)}
      id={id}
      aria-label={label}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={placeholder}
      allowClear={allowClear ?? false}
      value={value ?? (props.all ? SELECT.allValue : undefined)}
      onChange={(next?: string) => onChange?.(next === SELECT.allValue ? undefined : next)}
    />
  )
}

interface OptionsSelectProps<L extends OptionList> extends OptionSettings<OptionOf<L>> {
  from: L
  /** `tags`: words of one's own as well. */
  mode?: 'multiple' | 'tags'
  value?: string[]
  onChange?: (value: string[]) => void
  id?: string
  placeholder?: string
}

/** The same for several values. */
export function OptionsSelect<L extends OptionList>(props: OptionsSelectProps<L>) {
  const lang = useLanguage()
  const {
    from,
    mode = 'multiple',
    value,
    onChange,
    id,
    placeholder = SELECT.allLabel[lang],
  } = props
  return (
    <Select<string[]>
      {...useOptions(from, props)}
      {...{ mode, value, onChange, id, placeholder }}
      showSearch={{ optionFilterProp: 'label' }}
      tokenSeparators={mode === 'tags' ? ['，', ',', '、'] : []}
    />
  )
}
