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
import type { ChartProps } from './chart.tsx'
import styles from './chart.module.css'

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

  const { kind, points, names, format, formatAxis } = props
  const { value: name } = names
  const animation = !useIsStill()
  useEffect(() => {
    // Over what is drawn: what is the same stays, and so does the tip somebody reads.
    chart.current?.setOption(optionOf({ kind, points, name, animation, format, formatAxis }))
    // The theme is read from the page's style sheet, where React cannot see it change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [kind, points, name, animation, format, formatAxis, theme])

  return <div ref={host} className={styles.space} role="img" aria-label={descriptionOf(props)} />
}

/** What a person who does not see it hears: the range, and the largest value. */
function descriptionOf({ title, range, points, format }: ChartProps): string {
  const top = points.reduce<(typeof points)[number] | undefined>(
    (best, point) => ((point.value ?? -1) > (best?.value ?? -1) ? point : best),
    undefined,
  )
  const most = top?.value ? [`${top.label} ${format(top.value)}`] : []
  return joined('，', [title, range, ...most])
}

interface Drawn extends Pick<ChartProps, 'kind' | 'points' | 'format' | 'formatAxis'> {
  /** What the values are called. */
  name: string
  animation: boolean
}

function optionOf({ kind, points, name, animation, format, formatAxis = format }: Drawn) {
  const [text, line, brand, raised] = [
    colourOf('text-soft'),
    colourOf('line'),
    colourOf('brand'),
    colourOf('raised'),
  ]
  return {
    animation,
    animationDuration: 150,
    grid: { left: 8, right: 8, top: 16, bottom: 0, containLabel: true },
    xAxis: {
      type: 'category',
      data: points.map(({ label }) => label),
      axisLabel: { color: text },
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      splitNumber: 3,
      axisLabel: { color: text, formatter: formatAxis },
      splitLine: { lineStyle: { color: line } },
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
        data: points.map(({ value }) => value ?? '-'),
        color: brand,
        barMaxWidth: 24,
        showSymbol: false,
        connectNulls: false,
      },
    ],
  }
}
