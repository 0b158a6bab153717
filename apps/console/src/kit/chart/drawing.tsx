import { useEffect, useRef } from 'react'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { joined } from '#client/language.ts'
import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { useThemeName } from '#client/theme-choice.ts'
import { useIsStill } from '#kit/media/media.ts'
import { colourOf } from '#kit/theme/colour.ts'
import type { ChartPoint, ChartProps } from './chart.tsx'

register([BarChart, LineChart, GridComponent, TooltipComponent, AriaComponent, SVGRenderer])

/** ECharts, in the colours of the page; its own chunk. */
export function Drawing(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const theme = useThemeName()

  useEffect(() => {
    if (!host.current) return undefined
    const drawn = init(host.current, undefined, { renderer: 'svg' })
    chart.current = drawn
    const fit = new ResizeObserver(() => drawn.resize())
    fit.observe(host.current)
    return () => {
      fit.disconnect()
      drawn.dispose()
    }
  }, [])

  const { kind, points, names, format, formatAxis, compact = false } = props
  const { value: name } = names
  const animation = !useIsStill()
  useEffect(() => {
    // Over what is drawn: what is the same stays, and so does the tip somebody reads.
    chart.current?.setOption(
      optionOf({ kind, points, name, animation, format, formatAxis, compact }),
    )
    // The theme is read from the page's style sheet, where React cannot see it change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [kind, points, name, animation, format, formatAxis, compact, theme])

  return <div ref={host} className="chart-space" role="img" aria-label={descriptionOf(props)} />
}

/** What a person who does not see it hears: the range, and the largest value. */
function descriptionOf({ title, range, points, format }: ChartProps): string {
  const top = largestOf(points)
  const most = top?.value ? [`${top.label} ${format(top.value)}`] : []
  return joined('，', [title, range, ...most])
}

/** The first of the largest; nothing where there is no value above 0. */
const largestOf = (points: readonly ChartPoint[]) =>
  points.reduce<ChartPoint | undefined>(
    (best, point) => ((point.value ?? 0) > (best?.value ?? 0) ? point : best),
    undefined,
  )

interface Drawn extends Pick<ChartProps, 'kind' | 'points' | 'format' | 'formatAxis'> {
  compact: boolean
  /** What the values are called. */
  name: string
  animation: boolean
}

function optionOf({ kind, points, name, animation, format, formatAxis = format, compact }: Drawn) {
  const [text, line, brand, raised] = [
    colourOf('text-soft'),
    colourOf('line'),
    colourOf('brand'),
    colourOf('raised'),
  ]
  const top = largestOf(points)
  const ends = (at: number) => at === 0 || at === points.length - 1
  return {
    animation,
    animationDuration: 150,
    grid: { left: compact ? 0 : 8, right: compact ? 0 : 8, top: 20, bottom: 0, containLabel: true },
    xAxis: {
      type: 'category',
      data: points.map(({ label }) => label),
      axisLabel: compact
        ? { color: text, interval: ends, alignMinLabel: 'left', alignMaxLabel: 'right' }
        : { color: text },
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 3,
      axisLabel: { show: !compact, color: text, formatter: formatAxis },
      splitLine: { show: !compact, lineStyle: { color: line } },
    },
    tooltip: {
      trigger: 'axis',
      backgroundColor: raised,
      borderColor: line,
      textStyle: { color: colourOf('text') },
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : EMPTY_CELL),
    },
    series: [
      {
        type: kind === 'bars' ? 'bar' : 'line',
        name,
        data: points.map((point) => itemOf(point, point === top)),
        label: {
          position: 'top',
          color: text,
          formatter: ({ value }: { value: unknown }) => formatAxis(Number(value)),
        },
        color: brand,
        barMaxWidth: 24,
        showSymbol: false,
        connectNulls: false,
      },
    ],
  }
}

/** The largest value says itself. */
const itemOf = ({ value, isUnfinished = false }: ChartPoint, isTop: boolean) => ({
  value: value ?? '-',
  label: { show: isTop },
  itemStyle: { opacity: isUnfinished ? 0.45 : 1 },
})
