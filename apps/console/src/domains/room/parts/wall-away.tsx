import { useText } from '#client/i18n.ts'
import { secondText } from '#kit/cell/business-time.ts'
import { useNow } from '#kit/clock/use-now.ts'
import styles from '../room.wall.module.css'

const MINUTE_S = 60

/** That the server is out of reach, and how old is what shows. */
export function WallAway({ at }: { at: number }) {
  const t = useText('wall')
  const seconds = Math.max(0, Math.round((useNow() - at) / 1000))
  const age =
    seconds < MINUTE_S
      ? t('age_seconds', { count: seconds })
      : t('age_minutes', { count: Math.floor(seconds / MINUTE_S) })
  return (
    <p className={styles.away} role="status">
      {t('away', { time: secondText(at), age })}
    </p>
  )
}
