import { useRef, useState, type Ref } from 'react'
import { Button, type InputRef } from 'antd'
import { useText } from '#client/i18n.ts'
import { useIsNarrow } from '#kit/media/media.ts'
import { Chips } from './chips.tsx'
import { FilterControl } from './filter-control.tsx'
import { isActive, type Filter, type Values } from './filter.ts'
import './filter.i18n.ts'
import styles from './filters.module.css'

/** How many filters show before 更多: as many as fit in one row. */
const INLINE = { desk: 4, phone: 1 }

export interface FilterRowProps {
  filters: readonly Filter[]
  values: Values
  change: (part: Record<string, unknown>) => void
  /** The keyword's input, which `/` focuses. */
  keyword?: Ref<InputRef>
}

/** One row of inline filters, and a chip for each that narrows the list. */
export function FilterRow({ filters, values, change, keyword }: FilterRowProps) {
  const t = useText('filter')
  const row = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState(false)
  const inline = useIsNarrow() ? INLINE.phone : INLINE.desk
  const shown = more ? filters : filters.slice(0, inline)
  // `/` focuses the first keyword filter.
  const found = shown.find(({ kind }) => kind === 'keyword')
  // What works as it is typed stands in its box.
  const active = filters.filter(
    (filter) => !(filter.kind === 'keyword' && filter.asTyped) && isActive(filter, values),
  )
  return (
    <div ref={row} role="search" className={styles.search} tabIndex={-1}>
      <div className={styles.filters}>
        {shown.map((filter) => (
          <FilterControl
            key={filter.name}
            filter={filter}
            values={values}
            change={change}
            keyword={filter === found ? keyword : undefined}
          />
        ))}
        {filters.length > inline ? (
          <Button type="link" onClick={() => setMore(!more)}>
            {t(more ? 'fewer' : 'more')}
          </Button>
        ) : null}
      </div>
      {active.length > 0 ? (
        <Chips
          filters={active}
          values={values}
          change={change}
          onEmpty={() => row.current?.focus()}
        />
      ) : null}
    </div>
  )
}
