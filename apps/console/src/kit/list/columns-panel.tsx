import { useRef } from 'react'
import { Button, Checkbox, Popover, Segmented } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, TableOutlined } from '@ant-design/icons'
import { densities, type Density } from '@kaibo/contract/facts/density.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { moved, type Placed } from './column.ts'

interface ColumnsPanelProps<Row> {
  placed: readonly Placed<Row>[]
  density: Density
  onColumns: (placed: readonly Placed<Row>[]) => void
  onDensity: (density: Density) => void
  onReset: () => void
}

/** Which columns show, in which order, and how tight the rows are. */
export function ColumnsPanel<Row>(props: ColumnsPanelProps<Row>) {
  const t = useText('list')
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  // It stands at the end of the page: without this the keyboard would have to walk there, and back.
  const leadFocus = (isOpen: boolean) => {
    const inside = panel.current?.contains(document.activeElement) ?? false
    if (isOpen) panel.current?.querySelector<HTMLElement>('input:enabled')?.focus()
    else if (inside || document.activeElement === document.body) button.current?.focus()
  }
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      afterOpenChange={leadFocus}
      content={
        <div ref={panel}>
          <Panel {...props} />
        </div>
      }
    >
      <Button ref={button} icon={<TableOutlined aria-hidden />}>
        {t('columns')}
      </Button>
    </Popover>
  )
}

function Panel<Row>({ placed, density, onColumns, onDensity, onReset }: ColumnsPanelProps<Row>) {
  const t = useText('list')
  const language = useLanguage()
  return (
    <div className="columns-panel" role="group" aria-label={t('columns')}>
      <ul>
        {placed.map((one, index) => {
          const { key, title } = one.column
          const column = title()
          const move = (by: -1 | 1) => onColumns(moved(placed, key, by))
          return (
            <li key={key}>
              <Checkbox
                checked={!one.hidden}
                disabled={index === 0}
                onChange={({ target }) =>
                  onColumns(placed.with(index, { ...one, hidden: !target.checked }))
                }
              >
                {column}
              </Checkbox>
              <Button
                type="text"
                size="small"
                disabled={index < 2}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={t('column_up', { column })}
                onClick={() => move(-1)}
              />
              <Button
                type="text"
                size="small"
                disabled={index === 0 || index === placed.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                aria-label={t('column_down', { column })}
                onClick={() => move(1)}
              />
            </li>
          )
        })}
      </ul>
      <Segmented<Density>
        block
        size="small"
        aria-label={t('density')}
        value={density}
        onChange={onDensity}
        options={optionsOf(densities, language)}
      />
      <Button type="link" size="small" onClick={onReset}>
        {t('column_reset')}
      </Button>
    </div>
  )
}
