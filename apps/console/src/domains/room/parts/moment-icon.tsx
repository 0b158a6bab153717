import type { ReactNode } from 'react'
import {
  BulbOutlined,
  CodeOutlined,
  GiftOutlined,
  HeartOutlined,
  ImportOutlined,
  InfoCircleOutlined,
  MessageOutlined,
  ShareAltOutlined,
  SoundOutlined,
  SwapOutlined,
  UserAddOutlined,
} from '@ant-design/icons'
import type { Moment } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import '../timeline.i18n.ts'
import styles from '../timeline.module.css'

const eventIcons: Record<string, ReactNode> = {
  danmu: <MessageOutlined aria-hidden />,
  gift: <GiftOutlined aria-hidden />,
  guard: <GiftOutlined aria-hidden />,
  super_chat: <GiftOutlined aria-hidden />,
  like: <HeartOutlined aria-hidden />,
  follow: <UserAddOutlined aria-hidden />,
  enter: <ImportOutlined aria-hidden />,
  share: <ShareAltOutlined aria-hidden />,
}
const kindIcons: Record<Moment['kind'], ReactNode> = {
  event: <InfoCircleOutlined aria-hidden />,
  decision: <BulbOutlined aria-hidden />,
  speech: <SoundOutlined aria-hidden />,
  command: <CodeOutlined aria-hidden />,
  state: <SwapOutlined aria-hidden />,
  log: <InfoCircleOutlined aria-hidden />,
}

/** What a line is, as a sign in its gutter. */
export function MomentIcon({ moment: { kind, tag, fen } }: { moment: Moment }) {
  const t = useText('timeline')
  return (
    <span
      className={styles.momentIcon}
      data-kind={kind}
      data-money={fen ? '' : undefined}
      aria-label={t(fen === null ? `kind_${kind}` : 'kind_gift')}
      role="img"
    >
      {(kind === 'event' ? eventIcons[tag] : undefined) ?? kindIcons[kind]}
    </span>
  )
}
