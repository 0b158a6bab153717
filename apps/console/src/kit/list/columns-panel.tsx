import { Button, Checkbox, Popover, Segmented } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import { moved, type Placed } from './column.ts'
import type { Density } from './look.ts'

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
  return (
    <Popover trigger="click" placement="bottomRight" content={<Panel {...props} />}>
      <Button icon={<SettingOutlined aria-hidden />}>{t('columns')}</Button>
    </Popover>
  )
}

const DENSITIES = ['compact', 'middle', 'large'] as const

function Panel<Row>({ placed, density, onColumns, onDensity, onReset }: ColumnsPanelProps<Row>) {
  const t = useText('list')
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
        options={DENSITIES.map((value) => ({ value, label: t(`density_${value}`) }))}
      />
      <Button type="link" size="small" onClick={onReset}>
        {t('column_reset')}
      </Button>
    </div>
  )
}
