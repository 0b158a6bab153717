import { useState, type Ref } from 'react'
import { Checkbox, Input, Select, type InputRef } from 'antd'
import { SearchOutlined } from '@ant-design/icons'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import { DaysFilter } from './days-filter.tsx'
import type { Filter, Values } from './filter.ts'
import './list.i18n.ts'

interface FilterControlProps {
  filter: Filter
  values: Values
  change: (part: Record<string, unknown>) => void
  keyword?: Ref<InputRef> | undefined
}

export function FilterControl({ filter, values, change, keyword }: FilterControlProps) {
  const language = useLanguage()
  const label = filter.label[language]
  const value = values[filter.name]
  const common = { allowClear: true, 'aria-label': label, placeholder: label }
  const set = (next: unknown) => change({ [filter.name]: next })
  switch (filter.kind) {
    case 'keyword':
      return <KeywordFilter {...common} ref={keyword} value={wordsOf(value) ?? ''} onSearch={set} />
    case 'enum':
      return (
        <Select {...common} value={value} onChange={set} options={optionsOf(filter.of, language)} />
      )
    case 'options':
      return (
        <OptionSelect
          from={filter.from}
          label={label}
          placeholder={label}
          allowClear
          value={wordsOf(value)}
          onChange={set}
        />
      )
    case 'days':
      return (
        <DaysFilter
          label={label}
          from={wordsOf(value)}
          to={wordsOf(values[filter.to])}
          onChange={(from, to) => change({ [filter.name]: from, [filter.to]: to })}
        />
      )
    default:
      return (
        <Checkbox
          checked={value === filter.value}
          onChange={(event) => set(event.target.checked ? filter.value : undefined)}
        >
          {label}
        </Checkbox>
      )
  }
}

interface KeywordFilterProps {
  ref: Ref<InputRef> | undefined
  value: string
  onSearch: (text: string) => void
}

/** What is typed narrows the list once it is sent. */
function KeywordFilter({ value, ...rest }: KeywordFilterProps) {
  const t = useText('list')
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // Another value from the address, as a saved view or 清空 brings it, must show.
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }
  return (
    <Input.Search
      {...rest}
      // The icon is the whole name of the button, and has an English one of its own.
      searchIcon={<SearchOutlined aria-label={t('search')} />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
