import { useEffect, useEffectEvent } from 'react'
import { Button, Checkbox, Segmented } from 'antd'
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { densities, type Density } from '@kaibo/contract/facts/preferences.ts'
import { optionsOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { canMove, moved, type Placed } from './column.ts'
import styles from './columns-panel.module.css'

export interface ColumnChoiceProps<Row> {
  placed: readonly Placed<Row>[]
  density: Density
  onColumns: (placed: readonly Placed<Row>[]) => void
  onDensity: (density: Density) => void
  onReset: () => void
  /** Called once the panel is drawn, as its code may load after it was opened. */
  onReady: () => void
}

/** The content of the columns panel; loaded when it is first opened. */
export function ColumnChoice<Row>(props: ColumnChoiceProps<Row>) {
  const { placed, density, onColumns, onDensity, onReset, onReady } = props
  const t = useText('list')
  const language = useLanguage()
  const ready = useEffectEvent(onReady)
  useEffect(() => ready(), [])
  return (
    <div className={styles.panel} role="group" aria-label={t('columns')}>
      <ul>
        {placed.map((one, index) => {
          const { key, title } = one.column
          const column = title[language]
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
                disabled={!canMove(placed, index, -1)}
                icon={<ArrowUpOutlined aria-hidden />}
                aria-label={t('column_up', { column })}
                onClick={() => move(-1)}
              />
              <Button
                type="text"
                size="small"
                disabled={!canMove(placed, index, 1)}
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
