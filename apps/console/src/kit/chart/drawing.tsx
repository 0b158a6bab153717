import { useEffect, useRef } from 'react'
import { BarChart, LineChart } from 'echarts/charts'
import { AriaComponent, GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register, type EChartsType } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useThemeName } from '#client/theme-choice.ts'
import { colourOf } from '#kit/theme/colour.ts'
import type { ChartProps } from './chart.tsx'

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

  useEffect(() => {
    chart.current?.setOption(optionOf(props), { notMerge: true })
    // The theme is read from the page's style sheet, where React cannot see it change.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [props, theme])

  return <div ref={host} className="chart-space" role="img" aria-label={descriptionOf(props)} />
}

/** What a person who does not see it hears: the range, and the largest value. */
function descriptionOf({ title, range, points, format }: ChartProps): string {
  const top = points.reduce<(typeof points)[number] | undefined>(
    (best, point) => ((point.value ?? -1) > (best?.value ?? -1) ? point : best),
    undefined,
  )
  const most = top?.value ? `，${top.label} ${format(top.value)}` : ''
  return `${title}，${range}${most}`
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches

function optionOf({ kind, points, names, format, formatAxis = format }: ChartProps) {
  const [text, line, brand, raised] = [
    colourOf('text-soft'),
    colourOf('line'),
    colourOf('brand'),
    colourOf('raised'),
  ]
  return {
    animation: !still(),
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
      valueFormatter: (value: unknown) => (typeof value === 'number' ? format(value) : '--'),
    },
    series: [
      {
        type: kind === 'bars' ? 'bar' : 'line',
        name: names.value,
        data: points.map(({ value }) => value ?? '-'),
        color: brand,
        barMaxWidth: 24,
        showSymbol: false,
        connectNulls: false,
      },
    ],
  }
}
