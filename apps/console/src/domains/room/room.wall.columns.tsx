import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { toldIn } from '#client/language.ts'
import { Count, Instant, Money } from '#kit/cell/cell.tsx'
import { Code } from '#kit/cell/code.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { accountText } from '#entities/room/live-account.ts'
import { PcDot } from '#entities/room/pc-dot.tsx'
import { PlatformGlyph } from '#entities/room/platform-glyph.tsx'
import { isGrave, isOnAir, toneOf } from './room.present.ts'
import { rateOf } from './room.wall.ts'
import './room.i18n.ts'
import './room.wall.i18n.ts'
import styles from './room.wall.module.css'

const t = wordsOf('room')
const tWall = wordsOf('wall')

/** The wall as rows: the same facts in the same order of importance. */
export const wallColumns: readonly Column<WallRoom>[] = [
  {
    key: 'name',
    title: t('column_room'),
    width: 190,
    render: (room) => (
      <>
        <PlatformGlyph platform={room.account.platform} /> {room.name}
      </>
    ),
  },
  {
    key: 'state',
    title: t('column_state'),
    width: 88,
    render: (room, { lang }) => (
      <Status tone={isGrave(room) ? 'failed' : room.attention ? 'attention' : toneOf(room)}>
        {(room.attention ? t('attention') : t(`state_${room.state}`))[lang]}
      </Status>
    ),
  },
  {
    key: 'now',
    title: tWall('column_now'),
    width: 220,
    render: (room, { lang }) => <Now room={room} lang={lang} />,
  },
  {
    key: 'gift_fen',
    title: t('column_income'),
    width: 116,
    align: 'right',
    render: (room) => <Money fen={isOnAir(room) ? room.run?.gift_fen : undefined} />,
  },
  {
    key: 'per_minute',
    title: tWall('column_rate'),
    width: 106,
    align: 'right',
    render: (room) => <Money fen={isOnAir(room) ? rateOf(room) : undefined} />,
  },
  {
    key: 'today_fen',
    title: tWall('column_today'),
    width: 126,
    align: 'right',
    render: (room) => <Money fen={room.today_fen} />,
  },
  {
    key: 'viewers',
    title: t('column_viewers'),
    width: 76,
    align: 'right',
    render: (room) => <Count value={isOnAir(room) ? room.run?.viewers : undefined} />,
  },
  {
    key: 'account',
    optional: true,
    title: t('column_account'),
    width: 150,
    render: (room, { lang }) => accountText(room.account, lang),
  },
  {
    key: 'since',
    title: t('column_since'),
    width: 100,
    optional: true,
    render: (room) => <Instant at={room.state_since} />,
  },
  {
    key: 'next_plan_at',
    title: tWall('next_plan'),
    width: 100,
    optional: true,
    render: (room) => <Instant at={room.next_plan_at} />,
  },
  {
    key: 'pc',
    title: t('column_pc'),
    width: 100,
    optional: true,
    render: (room) => <PcDot pc={room.pc} />,
  },
  {
    key: 'code',
    title: tWall('column_code'),
    width: 110,
    optional: true,
    render: (room, { lang }) => <Code value={room.room_code} label={tWall('column_code')[lang]} />,
  },
]

/** Why it needs a person, else what is said: in two lines where one does not hold it. */
function Now({ room: { attention, sentence }, lang }: { room: WallRoom; lang: Lang }) {
  if (!attention) return <span className={styles.now}>{sentence?.text}</span>
  return (
    <span className={styles.now} data-part="attention">
      {toldIn(attention.reason, attention.reason_en, lang)}
    </span>
  )
}
