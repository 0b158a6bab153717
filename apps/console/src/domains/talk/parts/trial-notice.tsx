import type { RuleRow } from '@kaibo/contract/talk/talk.rows.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import '../talk-rollout.i18n.ts'
import styles from '../talk.module.css'

/** Why the last version is not in its rooms any more, where it left them by itself. */
export function TrialNotice({ withdrawn }: Pick<RuleRow, 'withdrawn'>) {
  const t = useText('talk_rollout')
  const lang = useLanguage()
  if (!withdrawn) return null
  const { v, why, why_en } = withdrawn
  return (
    <p role="alert" className={styles.notice}>
      {t('taken_back', { v, why: lang === 'zh' ? why : why_en })}
    </p>
  )
}
