import { quoted, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { secondText } from '#kit/cell/business-time.ts'
import type { Sentence } from '../room.fold.ts'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'

/** What became of a sentence that was not said. */
const UNSAID = ['queued', 'expired', 'dropped', 'cleared', 'cancelled', 'failed'] as const

/** A sentence under the event that caused it. */
export const SentenceLine = ({ sentence }: { sentence: Sentence }) => (
  <p className={styles.sentence} data-state={sentence.moment.tag}>
    <SentenceText sentence={sentence} />
    <time dateTime={new Date(sentence.moment.at).toISOString()}>
      {secondText(sentence.moment.at)}
    </time>
  </p>
)

/** Of one that was on the stage: viewers only read it, or heard it by which voice. */
function voiceOf({ played }: Sentence['moment']) {
  if (played === null) return undefined
  if (!played.heard) return 'unheard'
  return played.via === 'none' ? undefined : (`via_${played.via}` as const)
}

/** What is said, and what became of it where that is not plain. */
export function SentenceText({ sentence: { moment, isCut } }: { sentence: Sentence }) {
  const t = useText('timeline')
  const lang = useLanguage()
  const unsaid = UNSAID.find((state) => state === moment.tag)
  const fate = isCut ? 'cut' : (unsaid ?? voiceOf(moment))
  return (
    <>
      <span>{quoted(moment.text, lang)}</span>
      {fate ? <em>{t(fate)}</em> : null}
    </>
  )
}
