import type { Drive } from '@kaibo/contract/talk/part.schema.ts'
import { useText } from '#client/i18n.ts'
import { shareOf, spansOf } from '../drive.hours.ts'
import styles from '../talk-room.module.css'

/** A day from midnight to midnight: when it speaks of its own accord. On a phone a list. */
export function DayStrip({ quiet }: Pick<Drive, 'quiet'>) {
  const t = useText('talk_room')
  return (
    <ul className={styles.strip} aria-label={t('day')}>
      {spansOf(quiet).map((span) => (
        <li
          key={span.from}
          className={styles.span}
          data-quiet={span.isQuiet || undefined}
          style={{ flexGrow: shareOf(span) }}
        >
          {t(span.isQuiet ? 'hour_off' : 'hour_on', { from: span.from, to: span.to })}
        </li>
      ))}
    </ul>
  )
}
