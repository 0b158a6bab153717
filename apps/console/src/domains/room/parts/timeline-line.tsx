import { memo } from 'react'
import { EllipsisOutlined } from '@ant-design/icons'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { listed, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { secondText, timeText } from '#kit/cell/business-time.ts'
import { QUIET_TAGS, type FoldLine, type Line, type SpeechLine } from '../room.fold.ts'
import { LINE } from '../room.line-keys.ts'
import { isSameLine } from '../room.same-line.ts'
import { MomentIcon } from './moment-icon.tsx'
import { EventLineView, MomentLine } from './moment-line.tsx'
import { SentenceText } from './sentence-line.tsx'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'

interface TimelineLineProps {
  line: Line
  /** Of a fold. */
  isOpen: boolean
  onToggle: (key: string) => void
}

/** One line; it is drawn again only when what it shows has changed. */
export const TimelineLine = memo(
  function TimelineLine({ line, isOpen, onToggle }: TimelineLineProps) {
    if (line.type === 'event') return <EventLineView line={line} />
    if (line.type === 'speech') return <SpeechAlone line={line} />
    if (line.type === 'plain') return <Plain line={line} />
    const [first] = line.events
    // One alone takes no less space folded.
    return line.events.length === 1 && first ? (
      <EventLineView line={first} />
    ) : (
      <Fold line={line} isOpen={isOpen} onToggle={onToggle} />
    )
  },
  (before, now) =>
    before.isOpen === now.isOpen &&
    before.onToggle === now.onToggle &&
    isSameLine(before.line, now.line),
)

function Fold({ line, isOpen, onToggle }: TimelineLineProps & { line: FoldLine }) {
  const t = useText('timeline')
  const lang = useLanguage()
  const { key, at, events } = line
  const kinds = QUIET_TAGS.filter((tag) => events.some(({ event }) => event.tag === tag))
  return (
    <li className={styles.moment} data-fold {...LINE}>
      <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
      <span className={styles.momentIcon}>
        <EllipsisOutlined aria-hidden />
      </span>
      <div className={styles.momentBody}>
        <button
          type="button"
          className={styles.foldButton}
          aria-expanded={isOpen}
          onClick={() => onToggle(key)}
        >
          {t('fold', {
            count: events.length,
            kinds: listed(
              kinds.map((tag) => t(`tag_${tag}`)),
              lang,
            ),
          })}
        </button>
        {isOpen ? (
          <ol className={styles.foldLines}>
            {events.map((one) => (
              <EventLineView key={one.key} line={one} />
            ))}
          </ol>
        ) : null}
      </div>
    </li>
  )
}

function SpeechAlone({ line: { sentence } }: { line: SpeechLine }) {
  const { moment } = sentence
  return (
    <li className={styles.moment} data-kind="speech" data-state={moment.tag} {...LINE}>
      <time dateTime={new Date(moment.at).toISOString()}>{secondText(moment.at)}</time>
      <MomentIcon moment={moment} />
      <div className={styles.momentText}>
        <SentenceText sentence={sentence} />
      </div>
    </li>
  )
}

function Plain({ line: { moment } }: { line: Extract<Line, { type: 'plain' }> }) {
  const lang = useLanguage()
  const outcome = moment.kind === 'decision' ? labelOf(Reason, moment.tag, lang) : undefined
  return <MomentLine moment={moment} aside={outcome ? <em>{outcome}</em> : null} />
}
