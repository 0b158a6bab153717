import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { WHY } from '../room.line-keys.ts'
import { verdictOf } from '../room.verdict.ts'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'
import textStyles from '#kit/text/text.module.css'

/** What the rules made of an event, in one word; each rule with its reason is in the tip, and read out. */
export function Verdict({ decisions }: { decisions: readonly Moment[] }) {
  const t = useText('timeline')
  const lang = useLanguage()
  const verdict = verdictOf(decisions)
  if (verdict === undefined) return null
  const why = decisions.map((decision) => reasonOf(decision, t, lang)).join('\n')
  return (
    <span
      className={styles.verdict}
      data-unmatched={verdict === 'unmatched' || undefined}
      {...{ [WHY]: why }}
    >
      <span>{verdict === 'unmatched' ? t('no_match') : wordOf(verdict, lang)}</span>
      <span className={textStyles.hidden}> {why}</span>
    </span>
  )
}

type TimelineText = ReturnType<typeof useText<'timeline'>>

/** A rule that fired is called by its name; what held one back by that. */
const wordOf = ({ tag, text }: Moment, lang: Lang) =>
  tag === Reason.fired ? text : labelOf(Reason, tag, lang)

function reasonOf({ text: rule, tag, left_ms }: Moment, t: TimelineText, lang: Lang): string {
  const outcome = labelOf(Reason, tag, lang)
  return left_ms === null
    ? t('why', { rule, outcome })
    : t('why_left', { rule, outcome, seconds: Math.ceil(left_ms / 1000) })
}
