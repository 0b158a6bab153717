import { memo, type ReactNode } from 'react'
import {
  BulbOutlined,
  CodeOutlined,
  GiftOutlined,
  HeartOutlined,
  InfoCircleOutlined,
  LoginOutlined,
  MessageOutlined,
  SoundOutlined,
  SwapOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import dayjs from 'dayjs'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { formatFen } from '@kaibo/contract/kernel/money.ts'
import { useText } from '#client/i18n.ts'

const eventIcons: Record<string, ReactNode> = {
  danmu: <MessageOutlined />,
  gift: <GiftOutlined />,
  guard: <GiftOutlined />,
  super_chat: <GiftOutlined />,
  like: <HeartOutlined />,
  follow: <UserAddOutlined />,
  enter: <LoginOutlined />,
}
const kindIcons: Record<Moment['kind'], ReactNode> = {
  event: <InfoCircleOutlined />,
  decision: <BulbOutlined />,
  speech: <SoundOutlined />,
  command: <CodeOutlined />,
  state: <SwapOutlined />,
  log: <InfoCircleOutlined />,
}

/** Decisions that did not fire and sentences that were not said stay in grey. */
const FAINT = new Set(['expired', 'dropped', 'cleared', 'queued'])

interface MomentLineProps {
  moment: Moment
  /** The event of the line above: the same one joins the two by a thin line. */
  cause: string | null | undefined
}

/** One moment: its time in the gutter, an icon for its kind, money at the right. */
export const MomentLine = memo(function MomentLine({ moment, cause }: MomentLineProps) {
  const t = useText('room')
  const { kind, tag, text, user, fen } = moment
  const faint = kind === 'decision' ? tag !== 'FIRED' : kind === 'speech' && FAINT.has(tag)
  const joined = kind !== 'event' && moment.event_id !== null && moment.event_id === cause
  return (
    <li
      className={`moment moment-${kind}${faint ? ' moment-faint' : ''}${joined ? ' moment-joined' : ''}`}
    >
      <time dateTime={new Date(moment.at).toISOString()}>
        {dayjs(moment.at).format('HH:mm:ss')}
      </time>
      <span className="moment-icon" aria-label={t(`kind_${kind}`)} role="img">
        {(kind === 'event' ? eventIcons[tag] : undefined) ?? kindIcons[kind]}
      </span>
      <span className="moment-text">
        {user ? <b>{user.nickname}</b> : null}
        <span>{kind === 'speech' ? `「${text}」` : text}</span>
        {moment.is_test ? <em>{t('test_mark')}</em> : null}
      </span>
      {fen ? <span className="moment-fen">¥{formatFen(fen)}</span> : null}
    </li>
  )
})
