import { incomeApi } from '@kaibo/contract/income/income.api.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import { formatFenShort, formatYuan } from '@kaibo/contract/kernel/money.ts'
import { useCall } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { Chart, ChartStandIn } from '#kit/chart/chart.tsx'
import { useToday } from '#kit/clock/use-now.ts'
import '../income.i18n.ts'

interface IncomeDaysProps {
  /** The list's query. */
  filters: InputOf<typeof incomeApi.days>
  refetchMs: number
}

/** Gross by day within the list's filters, refetched with it. Hidden on an error, which the list itself shows. */
export function IncomeDays({ filters, refetchMs }: IncomeDaysProps) {
  const t = useText('income')
  const { day_from, day_to, platform, org_id, room_code, account_id, keyword } = filters
  const { data: days, isPending } = useCall(
    incomeApi.days,
    { day_from, day_to, platform, org_id, room_code, account_id, keyword },
    { keep: true, refetchMs },
  )
  const today = useToday()
  // From the first day that brought anything: weeks before it would only make the bars narrow.
  const shown = days?.list.slice(days.list.findIndex(({ gift_fen }) => gift_fen !== 0))
  if (isPending) return <ChartStandIn title={t('by_day')} />
  if (!shown || shown.every(({ gift_fen }) => gift_fen === 0)) return null
  return (
    <Chart
      title={t('by_day')}
      range={t('range', { from: label(shown[0]?.day), to: label(shown.at(-1)?.day) })}
      kind="bars"
      points={shown.map(({ day, gift_fen }) => ({
        label: label(day),
        value: gift_fen,
        isUnfinished: day === today,
      }))}
      names={{ label: t('day'), value: t('gross') }}
      format={formatYuan}
      formatAxis={formatFenShort}
    />
  )
}

/** `2026-01-05` → `1-5`. */
const label = (day = '') => day.split('-').slice(1).map(Number).join('-')
