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
      return filter.asTyped ? (
        <TypedFilter {...common} ref={keyword} value={wordsOf(value) ?? ''} onSearch={set} />
      ) : (
        <KeywordFilter {...common} ref={keyword} value={wordsOf(value) ?? ''} onSearch={set} />
      )
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

/** A keyword input; filters on Enter or its button. */
function KeywordFilter({ value, ...rest }: KeywordFilterProps) {
  const t = useText('list')
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  // Follows the address, which a saved view or 清空 may change.
  if (value !== sent) {
    setSent(value)
    setTyped(value)
  }
  return (
    <Input.Search
      {...rest}
      // The icon's own label is English: the button needs one.
      searchIcon={<SearchOutlined aria-label={t('search')} />}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

/** What is typed narrows the list at once; not the letters of which an input method is still making a word. */
function TypedFilter({ value, onSearch, ...rest }: KeywordFilterProps) {
  const [composing, setComposing] = useState<string>()
  return (
    <Input
      {...rest}
      prefix={<SearchOutlined aria-hidden />}
      value={composing ?? value}
      onChange={({ target, nativeEvent }) => {
        const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
        if (isComposing) setComposing(target.value)
        else onSearch(target.value)
      }}
      onCompositionEnd={({ currentTarget }) => {
        setComposing(undefined)
        onSearch(currentTarget.value)
      }}
    />
  )
}

const wordsOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
