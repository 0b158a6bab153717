import { Link } from 'react-router'
import { useText } from '#client/i18n.ts'
import { paths } from '#kit/address/paths.ts'
import type { RoomPart } from '@kaibo/contract/talk/talk.enums.ts'
import '../talk-room.i18n.ts'
import styles from '../talk-room.module.css'

const PAGES = {
  talk: paths.roomRules,
  initiative: paths.roomDrive,
  reply: paths.roomQuestions,
} satisfies Record<RoomPart, unknown>

/** The three screens of what one room says. */
export function RoomTalkNav({ room_code, part }: { room_code: string; part: RoomPart }) {
  const t = useText('talk_room')
  return (
    <nav aria-label={t('nav')} className={styles.nav}>
      {(Object.keys(PAGES) as RoomPart[]).map((name) => (
        <Link
          key={name}
          to={PAGES[name](room_code)}
          aria-current={name === part ? 'page' : undefined}
        >
          {t(`nav_${name}`)}
        </Link>
      ))}
    </nav>
  )
}
