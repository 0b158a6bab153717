import { useState, type CSSProperties, type PointerEvent } from 'react'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { joined, useLanguage } from '#client/language.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { ChartPoint, ChartProps } from './chart.tsx'
import styles from './drawing.module.css'
import { runsOf, scaleTo, type Scale } from './scale.ts'

/**
 * Bars or a line from zero, as elements that the style sheet lays out: nothing is measured, so it costs what a list of as
 * many points costs, follows the theme, and prints. What is under the pointer is said in full.
 */
export function Drawing(props: ChartProps) {
  const lang = useLanguage()
  const { kind, points, format, formatAxis = format, compact = false } = props
  const [pointed, setPointed] = useState<number>()
  const scale = scaleTo(Math.max(...points.map(({ value }) => value ?? 0), 0))
  const largest = largestOf(points)
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / width) * points.length)
    setPointed(Math.min(Math.max(at, 0), points.length - 1))
  }
  return (
    <div
      className={styles.space}
      data-compact={compact || undefined}
      role="img"
      aria-label={descriptionOf(props, lang)}
    >
      {scale.ticks.map((tick) => (
        <div key={tick} className={styles.tick} style={upTo(tick, scale)}>
          <span>{formatAxis(tick)}</span>
        </div>
      ))}
      <div
        className={styles.plot}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        {kind === 'line' && <Line points={points} scale={scale} />}
        {points.map((each, at) => (
          <div
            key={each.label}
            className={styles.column}
            data-pointed={at === pointed || undefined}
          >
            {kind === 'bars' && each.value !== null && (
              <div
                className={styles.bar}
                style={{ height: share(each.value, scale) }}
                data-unfinished={each.isUnfinished || undefined}
              />
            )}
            {at === largest && pointed === undefined && (
              <span className={styles.largest} style={upTo(each.value ?? 0, scale)}>
                {formatAxis(each.value ?? 0)}
              </span>
            )}
            {isLabelled(at, points.length, compact) && (
              <span className={styles.label}>{each.label}</span>
            )}
          </div>
        ))}
        {pointed !== undefined && <Tip {...props} at={pointed} />}
      </div>
    </div>
  )
}

/** As an SVG that is stretched: its line keeps its width. */
function Line({ points, scale }: Pick<ChartProps, 'points'> & { scale: Scale }) {
  const runs = runsOf(points.map(({ value }) => value))
  return (
    <svg
      className={styles.line}
      viewBox={`0 0 ${points.length} ${scale.top}`}
      preserveAspectRatio="none"
    >
      {runs.map(({ from, values }) => (
        <polyline
          key={from}
          // A single point has no length: a line's round end shows it.
          points={(values.length === 1 ? [...values, ...values] : values)
            .map((value, i) => `${from + i + 0.5},${scale.top - value}`)
            .join(' ')}
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}

function Tip({ points, names, format, at }: ChartProps & { at: number }) {
  const point = points[at]
  if (!point) return null
  const { label, value } = point
  // Beside the column, on the side where there is room.
  const share = (at + 0.5) / points.length
  const side = share < 0.5 ? { left: `${share * 100}%` } : { right: `${(1 - share) * 100}%` }
  return (
    <div className={styles.tip} style={side}>
      <strong>{label}</strong>
      <span>{names.value}</span>
      <span>{value === null ? EMPTY_CELL : format(value)}</span>
    </div>
  )
}

/** About eight labels stand under the columns; in a narrow column there is room for the two at the ends. */
const isLabelled = (at: number, count: number, compact: boolean) =>
  compact ? at === 0 || at === count - 1 : at % Math.ceil(count / 8) === 0

const share = (value: number, { top }: Scale) => `${(value / top) * 100}%`
const upTo = (value: number, scale: Scale): CSSProperties => ({ bottom: share(value, scale) })

/** Where the largest value is, if any is above zero. */
function largestOf(points: readonly ChartPoint[]): number | undefined {
  let best: number | undefined
  for (const [at, { value }] of points.entries())
    if ((value ?? 0) > ((best === undefined ? 0 : points[best]?.value) ?? 0)) best = at
  return best
}

/** The description for screen readers: the range and the largest value. */
function descriptionOf({ title, range, points, format }: ChartProps, lang: Lang): string {
  const top = points[largestOf(points) ?? -1]
  const most = top?.value ? [`${top.label} ${format(top.value)}`] : []
  return joined('，', [title, range, ...most], lang)
}
