import type { NodeStats } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import textStyles from '#kit/text/text.module.css'
import '../talk-rollout.i18n.ts'
import styles from './day-bar.module.css'

/** What one rule did in the last day; nothing of one that did nothing. */
export function NodeBadge({ stats }: { stats: NodeStats | undefined }) {
  const t = useText('talk_rollout')
  if (!stats) return null
  const { fired, cooldown, errors } = stats
  const said = { fired: fired.toLocaleString('en-US'), cooldown: cooldown.toLocaleString('en-US') }
  return (
    <span className={textStyles.meta}>
      {t('node_day', said)}
      <span className={errors > 0 ? styles.count : undefined}>
        {errors.toLocaleString('en-US')}
      </span>
    </span>
  )
}
