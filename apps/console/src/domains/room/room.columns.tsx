import type { TableColumnsType } from 'antd'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf, type Lang } from '@kaibo/contract/kernel/enumeration.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { Code, Count, Instant, Money, Text } from '#kit/cell/cell.tsx'
import { Status } from '#kit/status/status.tsx'
import type { RoomWord } from './room.i18n.ts'
import { nextAct } from './room.actions.tsx'
import { isOnAir, toneOf } from './room.present.ts'
import { ActButton } from './parts/act-button.tsx'
import { MoreActs } from './parts/more-acts.tsx'
import { RoomPc } from './parts/room-pc.tsx'

interface ColumnContext {
  t: (word: RoomWord) => string
  lang: Lang
  hrefOf: (room_code: string) => string
}

/** The wall as rows: the same facts in the same order of importance. */
export const roomColumns = ({ t, lang, hrefOf }: ColumnContext): TableColumnsType<RoomRow> => [
  {
    key: 'name',
    title: t('column_room'),
    fixed: 'left',
    width: 220,
    render: (_, room) => (
      <>
        <Link className="cell-first" to={hrefOf(room.room_code)} preventScrollReset>
          {room.name}
        </Link>{' '}
        {room.is_demo ? <Tag>{t('demo')}</Tag> : null}
        <div>
          <Code value={room.room_code} label={t('detail')} />
        </div>
      </>
    ),
  },
  {
    key: 'state',
    title: t('column_state'),
    width: 200,
    render: (_, room) => (
      <>
        <Status tone={toneOf(room)}>{t(`state_${room.state}`)}</Status>
        {room.attention ? (
          <div>
            <Status tone="attention">{room.attention.reason}</Status>
          </div>
        ) : null}
      </>
    ),
  },
  {
    key: 'since',
    title: t('column_since'),
    width: 120,
    render: (_, room) => <Instant at={room.state_since} today={t('today')} />,
  },
  {
    key: 'account',
    title: t('column_account'),
    width: 180,
    render: (_, room) =>
      `${labelOf(PLATFORMS, room.account.platform, lang)} · ${room.account.nickname}`,
  },
  {
    key: 'income',
    title: t('column_income'),
    width: 130,
    align: 'right',
    render: (_, room) => <Money fen={isOnAir(room) ? room.run?.gift_fen : undefined} />,
  },
  {
    key: 'viewers',
    title: t('column_viewers'),
    width: 80,
    align: 'right',
    render: (_, room) => <Count value={isOnAir(room) ? room.run?.viewers : undefined} />,
  },
  {
    key: 'sentence',
    title: t('column_sentence'),
    ellipsis: true,
    render: (_, room) => <Text value={isOnAir(room) ? room.sentence?.text : undefined} />,
  },
  {
    key: 'pc',
    title: t('column_pc'),
    width: 110,
    render: (_, room) => <RoomPc pc={room.pc} />,
  },
  {
    key: 'acts',
    title: t('column_acts'),
    fixed: 'right',
    width: 150,
    render: (_, room) => (
      <span className="row-acts">
        <ActButton action={nextAct(room)} room={room} />
        <MoreActs room={room} />
      </span>
    ),
  },
]
