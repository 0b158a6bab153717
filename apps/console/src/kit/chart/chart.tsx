import { useState } from 'react'
import { Button } from 'antd'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import './chart.i18n.ts'
import styles from './chart.module.css'
import textStyles from '#kit/text/text.module.css'
import { Drawing } from './drawing.tsx'

export interface ChartPoint {
  /** Label on the axis: a day, an hour, a name. */
  label: string
  /** `null` is missing, and shows as a gap; 0 is a value. */
  value: number | null
  /** It is still growing: a day that has not ended. */
  isUnfinished?: boolean
}

export interface ChartProps {
  title: string
  /** The range in words: 11月1日 至 11月30日. */
  range: string
  kind: 'bars' | 'line'
  points: readonly ChartPoint[]
  /** What the labels and the values are called in the table. */
  names: { label: string; value: string }
  /** A value in full, and short for the axis. */
  format: (value: number) => string
  formatAxis?: (value: number) => string
  /** One figure among others in a narrow column: low, without a frame; the largest value stands for the axis. */
  compact?: boolean
}

/** A zero-based chart; its figures can also be shown as a table. */
export function Chart(props: ChartProps) {
  const t = useText('chart')
  const [asTable, setAsTable] = useState(false)
  const { title, range, compact = false } = props
  return (
    <figure className={styles.chart} data-compact={compact || undefined}>
      <figcaption className={styles.head}>
        <strong>{title}</strong>
        <span className={textStyles.meta}>{range}</span>
        <Button
          size="small"
          type={compact ? 'link' : 'default'}
          onClick={() => setAsTable(!asTable)}
        >
          {t(asTable ? 'as_picture' : 'as_table')}
        </Button>
      </figcaption>
      {asTable ? <ChartTable {...props} /> : <Drawing {...props} />}
    </figure>
  )
}

/** Holds the place of a chart whose figures are on their way, so that what stands below does not move when they come. */
export const ChartStandIn = ({ title }: Pick<ChartProps, 'title'>) => (
  <figure className={styles.chart} aria-busy="true">
    <figcaption className={styles.head}>
      <strong>{title}</strong>
    </figcaption>
    <div className={styles.coming} />
  </figure>
)

function ChartTable({ title, points, names, format }: ChartProps) {
  return (
    // Focusable, so that it can be scrolled by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.table} tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{names.label}</th>
            <th scope="col">{names.value}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={textStyles.number}>{value === null ? EMPTY_CELL : format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
