import type { NodeStats } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import textStyles from '#kit/text/text.module.css'
import '../talk-rollout.i18n.ts'

/** What one rule did in the last day; nothing of one that did nothing. */
export function NodeBadge({ node_id, stats }: { node_id: string; stats: readonly NodeStats[] }) {
  const t = useText('talk_rollout')
  const own = stats.find((one) => one.node_id === node_id)
  return own ? <span className={textStyles.meta}>{t('node_day', { ...own })}</span> : null
}
