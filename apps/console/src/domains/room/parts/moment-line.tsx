import { memo, type ReactNode } from 'react'
import {
  BulbOutlined,
  CodeOutlined,
  GiftOutlined,
  HeartOutlined,
  InfoCircleOutlined,
  ImportOutlined,
  MessageOutlined,
  SoundOutlined,
  SwapOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { Reason } from '@kaibo/contract/talk/talk.enums.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { formatYuan } from '@kaibo/contract/kernel/money.ts'
import { quoted, toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { secondText } from '#kit/cell/business-time.ts'
import styles from '../room.module.css'

const eventIcons: Record<string, ReactNode> = {
  danmu: <MessageOutlined aria-hidden />,
  gift: <GiftOutlined aria-hidden />,
  guard: <GiftOutlined aria-hidden />,
  super_chat: <GiftOutlined aria-hidden />,
  like: <HeartOutlined aria-hidden />,
  follow: <UserAddOutlined aria-hidden />,
  enter: <ImportOutlined aria-hidden />,
}
const kindIcons: Record<Moment['kind'], ReactNode> = {
  event: <InfoCircleOutlined aria-hidden />,
  decision: <BulbOutlined aria-hidden />,
  speech: <SoundOutlined aria-hidden />,
  command: <CodeOutlined aria-hidden />,
  state: <SwapOutlined aria-hidden />,
  log: <InfoCircleOutlined aria-hidden />,
}

/** What became of a sentence that was not said. */
const UNSAID = {
  queued: 'speech_queued',
  expired: 'speech_expired',
  dropped: 'speech_dropped',
  cleared: 'speech_cleared',
} as const
const isUnsaid = (tag: string): tag is keyof typeof UNSAID => Object.hasOwn(UNSAID, tag)

interface MomentLineProps {
  moment: Moment
  /** The event of the line above: the same one joins the two by a thin line. */
  cause: string | null | undefined
}

/** One moment: its time in the gutter, an icon for its kind, money at the right. */
export const MomentLine = memo(function MomentLine({ moment, cause }: MomentLineProps) {
  const t = useText('room')
  const lang = useLanguage()
  const { kind, tag, user, fen } = moment
  const unsaid = kind === 'speech' && isUnsaid(tag) ? UNSAID[tag] : undefined
  // Decisions that did not fire and sentences that were not said stay in grey.
  const faint = unsaid !== undefined || (kind === 'decision' && tag !== Reason.fired)
  const joined = kind !== 'event' && moment.event_id !== null && moment.event_id === cause
  return (
    <li
      className={styles.moment}
      data-kind={kind}
      data-faint={faint || undefined}
      data-joined={joined || undefined}
    >
      <time dateTime={new Date(moment.at).toISOString()}>{secondText(moment.at)}</time>
      <span className={styles.momentIcon} aria-label={t(`kind_${kind}`)} role="img">
        {(kind === 'event' ? eventIcons[tag] : undefined) ?? kindIcons[kind]}
      </span>
      <span className={styles.momentText}>
        {user ? <b>{user.nickname}</b> : null}
        <span>{saidIn(moment)}</span>
        {kind === 'decision' ? <em>{labelOf(Reason, tag, lang)}</em> : null}
        {unsaid ? <em>{t(unsaid)}</em> : null}
        {moment.is_test ? <em>{t('test_mark')}</em> : null}
        {moment.is_late ? <em>{t('late_mark')}</em> : null}
      </span>
      {fen ? <span className={styles.momentFen}>{formatYuan(fen)}</span> : null}
    </li>
  )
})

/** What people, anchors and the names of rules say is theirs; the rest is the server's. */
const saidIn = ({ kind, text, text_en }: Moment): string =>
  kind === 'speech' ? quoted(text) : toldIn(text, text_en)
