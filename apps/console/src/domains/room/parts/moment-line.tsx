import { type ReactNode } from 'react'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { secondText } from '#kit/cell/business-time.ts'
import { LINE } from '../room.line-keys.ts'
import type { EventLine } from '../room.fold.ts'
import { MomentIcon } from './moment-icon.tsx'
import { SentenceLine } from './sentence-line.tsx'
import { Verdict } from './verdict.tsx'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'

interface MomentLineProps {
  moment: Moment
  /** Beside the text. */
  aside?: ReactNode
  /** Below the text. */
  children?: ReactNode
}

/** One moment: its time in the gutter, an icon for its kind, money at the right. */
export function MomentLine({ moment, aside, children }: MomentLineProps) {
  const t = useText('timeline')
  const lang = useLanguage()
  const { kind, tag, user, fen } = moment
  return (
    <li className={styles.moment} data-kind={kind} data-tag={tag} {...LINE}>
      <time dateTime={new Date(moment.at).toISOString()}>{secondText(moment.at)}</time>
      <MomentIcon moment={moment} />
      <div className={styles.momentBody}>
        <div className={styles.momentText}>
          {user ? <b>{user.nickname}</b> : null}
          <span>{toldIn(moment.text, moment.text_en, lang)}</span>
          {moment.is_test ? <em>{t('test')}</em> : null}
          {moment.is_late ? <em>{t('late')}</em> : null}
          {aside}
        </div>
        {children}
      </div>
      {fen ? <strong className={styles.momentFen}>{formatYuan(fen)}</strong> : null}
    </li>
  )
}

/** An event, what the rules made of it as one grey word, and what was said about it. */
export const EventLineView = ({ line: { event, decisions, said } }: { line: EventLine }) => (
  <MomentLine moment={event} aside={<Verdict decisions={decisions} />}>
    {said.map((sentence) => (
      <SentenceLine key={sentence.key} sentence={sentence} />
    ))}
  </MomentLine>
)
