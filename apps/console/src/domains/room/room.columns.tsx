import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { wordsOf } from '#client/i18n.ts'
import { toldIn } from '#client/language.ts'
import { Count, Instant, Money } from '#kit/cell/cell.tsx'
import type { Column } from '#kit/list/column.ts'
import { Status } from '#kit/status/status.tsx'
import { accountText } from '#entities/room/live-account.ts'
import { PcDot } from '#entities/room/pc-dot.tsx'
import { RoomName } from '#entities/room/room-name.tsx'
import { isOnAir, toneOf } from './room.present.ts'
import { RoomLink } from './parts/room-link.tsx'
import './room.i18n.ts'

const t = wordsOf('room')

/** The wall as rows: the same facts in the same order of importance. */
export const roomColumns: readonly Column<RoomRow>[] = [
  {
    key: 'name',
    title: t('column_room'),
    width: 180,
    render: (room) => (
      <RoomName {...room}>
        <RoomLink room={room} />
      </RoomName>
    ),
  },
  {
    key: 'state',
    title: t('column_state'),
    width: 150,
    wrap: true,
    card: 'status',
    render: (room, { lang }) => (
      <>
        <Status tone={toneOf(room)}>{t(`state_${room.state}`)[lang]}</Status>
        {room.attention ? (
          <div>
            <Status tone="attention">
              {toldIn(room.attention.reason, room.attention.reason_en, lang)}
            </Status>
          </div>
        ) : null}
      </>
    ),
  },
  {
    key: 'since',
    title: t('column_since'),
    width: 100,
    render: (room) => <Instant at={room.state_since} />,
  },
  {
    key: 'account',
    title: t('column_account'),
    width: 150,
    card: 'meta',
    render: (room, { lang }) => accountText(room.account, lang),
  },
  {
    key: 'income',
    title: t('column_income'),
    width: 110,
    align: 'right',
    card: 'meta',
    render: (room) => <Money fen={isOnAir(room) ? room.run?.gift_fen : undefined} />,
  },
  {
    key: 'viewers',
    title: t('column_viewers'),
    width: 60,
    align: 'right',
    render: (room) => <Count value={isOnAir(room) ? room.run?.viewers : undefined} />,
  },
  {
    key: 'pc',
    title: t('column_pc'),
    width: 100,
    card: 'meta',
    render: (room) => <PcDot pc={room.pc} />,
  },
  {
    key: 'sentence',
    title: t('column_sentence'),
    width: 150,
    card: 'meta',
    render: (room) => (isOnAir(room) ? room.sentence?.text : undefined),
  },
]
