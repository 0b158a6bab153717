import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { EmptyCell } from '#kit/cell/cell.tsx'
import '../talk-rollout.i18n.ts'
import styles from './day-bar.module.css'

type Day = Pick<RuleRow, 'fired_24h' | 'held_24h' | 'errors_24h'>

/** What a set did in the last day: how much of it fired, was held back, and failed. */
export function DayBar({ fired_24h: fired, held_24h: held, errors_24h: errors }: Day) {
  const t = useText('talk_rollout')
  if (fired + held + errors === 0) return <EmptyCell />
  const title = t('day_title', { fired, held, errors })
  return (
    <span className={styles.day} title={title}>
      <span className={styles.bar} role="img" aria-label={title}>
        <i className={styles.fired} style={{ flexGrow: fired }} />
        <i className={styles.held} style={{ flexGrow: held }} />
        <i className={styles.errors} style={{ flexGrow: errors }} />
      </span>
      <span className={styles.number} aria-hidden>
        {fired.toLocaleString('en-US')}
        {errors > 0 ? <b> · {errors.toLocaleString('en-US')}</b> : null}
      </span>
    </span>
  )
}
