import { useDisconnected } from '#client/connection.ts'
import { useText } from '#client/i18n.ts'
import { timeText } from '#kit/cell/business-time.ts'
import { useNow } from '#kit/clock/use-now.ts'
import './list.i18n.ts'

const MINUTE_MS = 60_000

/** How old the data is, while nothing newer can come. Nothing where it is not known, or the server can be reached. */
export function DataAge({ at }: { at: number }) {
  return useDisconnected() && at > 0 ? <Age at={at} /> : null
}

function Age({ at }: { at: number }) {
  const t = useText('list')
  const minutes = Math.floor((useNow() - at) / MINUTE_MS)
  const time = timeText(at)
  return <> · {minutes < 1 ? t('age_now', { time }) : t('age', { time, count: minutes })}</>
}
