import { useRef } from 'react'
import { Button } from 'antd'
import { CloseOutlined } from '@ant-design/icons'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage, useSpeak } from '#client/language.ts'
import { useCall } from '#client/query.ts'
import './filter.i18n.ts'
import { without, type Filter, type NamedList, type Values } from './filter.ts'
import styles from './filters.module.css'

interface ChipsProps {
  /** The filters that are set. */
  filters: readonly Filter[]
  values: Values
  change: (part: Record<string, unknown>) => void
  /** Called when the last chip is removed, to take the focus. */
  onEmpty: () => void
}

/** A chip for each filter that is set; it can be removed alone or with all others. */
export function Chips({ filters, values, change, onEmpty }: ChipsProps) {
  const t = useText('filter')
  const speak = useSpeak()
  const root = useRef<HTMLDivElement>(null)
  // The pressed chip disappears and would take the focus along: the focus moves to its neighbour first.
  const take = (at: number) => () => {
    const buttons = root.current?.querySelectorAll<HTMLElement>('span > button') ?? []
    const next = buttons[at + 1] ?? buttons[at - 1]
    if (next) next.focus()
    else onEmpty()
    change(without(filters.slice(at, at + 1)))
  }
  return (
    <div ref={root} className={styles.chips} role="group" aria-label={t('filtering')}>
      {filters.map((filter, at) =>
        filter.kind === 'options' ? (
          <OptionChip
            key={filter.name}
            from={filter.from}
            label={speak(filter.label)}
            value={values[filter.name]}
            onTake={take(at)}
          />
        ) : (
          <FilterChip key={filter.name} filter={filter} values={values} onTake={take(at)} />
        ),
      )}
      <Button
        type="link"
        size="small"
        onClick={() => {
          onEmpty()
          change(without(filters))
        }}
      >
        {t('clear')}
      </Button>
    </div>
  )
}

interface FilterChipProps {
  filter: Exclude<Filter, { kind: 'options' }>
  values: Values
  onTake: () => void
}

function FilterChip({ filter, values, onTake }: FilterChipProps) {
  const t = useText('filter')
  const language = useLanguage()
  const value = values[filter.name] as string | number | undefined
  const label = filter.label[language]
  const rangeOf = (from: unknown, to: unknown) =>
    t(from ? (to ? 'from_to' : 'from') : 'to', { from: String(from), to: String(to) })
  const said = (value: string) => t('chip', { label, value })
  switch (filter.kind) {
    case 'keyword':
      return <Chip text={said(String(value))} onTake={onTake} />
    case 'enum':
      return <Chip text={said(labelOf(filter.of, value, language))} onTake={onTake} />
    case 'tick':
      return <Chip text={label} onTake={onTake} />
    default:
      return <Chip text={said(rangeOf(value, values[filter.to]))} onTake={onTake} />
  }
}

interface OptionChipProps {
  from: NamedList
  label: string
  value: unknown
  onTake: () => void
}

/** Its names come from the list that the filter offers; the two share one request. */
function OptionChip({ from, label, value, onTake }: OptionChipProps) {
  const t = useText('filter')
  const { data } = useCall(from, {})
  const name = data?.list.find(({ uid }) => uid === value)?.name ?? String(value)
  return <Chip text={t('chip', { label, value: name })} onTake={onTake} />
}

function Chip({ text, onTake }: { text: string; onTake: () => void }) {
  const t = useText('filter')
  return (
    <span className={styles.chip}>
      {text}
      <button type="button" aria-label={t('unfilter', { label: text })} onClick={onTake}>
        <CloseOutlined aria-hidden />
      </button>
    </span>
  )
}
