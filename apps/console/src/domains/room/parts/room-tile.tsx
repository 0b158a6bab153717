import { memo } from 'react'
import { Checkbox, Tag } from 'antd'
import { formatFenShort } from '@kaibo/contract/kernel/money.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { RowActs } from '#kit/action/row-acts.tsx'
import { Spark } from '#kit/spark/spark.tsx'
import { Status } from '#kit/status/status.tsx'
import { useNow } from '#kit/clock/use-now.ts'
import { accountText } from '#entities/room/live-account.ts'
import { PcDot } from '#entities/room/pc-dot.tsx'
import { roomActions } from '../room.actions.tsx'
import { hueOf, initialOf, isOnAir, ratePerMinute, sinceText, toneOf } from '../room.present.ts'
import { RoomLink } from './room-link.tsx'
import { TileSentence } from './tile-sentence.tsx'
import styles from '../room.module.css'

interface RoomTileProps {
  room: RoomRow
  selected: boolean
  onSelect: (rooms: readonly RoomRow[], selected: boolean) => void
}

/** One room as an operator scans it: the state first, then money, then the sentence. Only its own change redraws it. */
export const RoomTile = memo(function RoomTile({ room, selected, onSelect }: RoomTileProps) {
  const t = useText('room')
  const lang = useLanguage()
  const { attention, run } = room
  return (
    <article
      className={styles.tile}
      data-attention={attention !== null || undefined}
      aria-label={room.name}
      data-room={room.room_code}
    >
      <div
        className={styles.tilePicture}
        style={{ '--hue': hueOf(room.room_code) } as React.CSSProperties}
      >
        <span className={styles.tileInitial} aria-hidden="true">
          {initialOf(room.name)}
        </span>
        <span className={styles.tileState}>
          <Status tone={toneOf(room)} solid>
            {t(`state_${room.state}`)}
          </Status>
          {isOnAir(room) && run ? <OnAirSince at={run.started_at} /> : null}
        </span>
        <Checkbox
          className={styles.tileCheck}
          aria-label={t('select', { name: room.name })}
          checked={selected}
          onChange={(event) => onSelect([room], event.target.checked)}
        />
      </div>
      <div className={styles.tileBody}>
        <h3>
          <RoomLink room={room} />
          {room.is_demo ? <Tag className={styles.tileDemo}>{t('demo')}</Tag> : null}
        </h3>
        <p className={styles.tileAccount}>{accountText(room.account, lang)}</p>
        {attention ? (
          <p className={styles.tileReason}>
            <Status tone="attention">{toldIn(attention.reason, attention.reason_en, lang)}</Status>
          </p>
        ) : (
          <TileSentence room={room} />
        )}
        <div className={styles.tileFigures}>
          {run ? (
            <strong title={t(isOnAir(room) ? 'income' : 'last_income')}>
              {formatFenShort(run.gift_fen)}
            </strong>
          ) : null}
          {isOnAir(room) && run ? (
            <>
              <span>{t('rate', { money: formatFenShort(ratePerMinute(run.per_minute)) })}</span>
              <Spark values={run.per_minute} label={t('per_minute')} />
            </>
          ) : (
            <span>{t(run ? 'last_run' : 'no_run')}</span>
          )}
        </div>
        <div className={styles.tileFoot}>
          <PcDot pc={room.pc} />
          {isOnAir(room) && run ? <span>{t('viewers', { count: run.viewers })}</span> : null}
          <RowActs actions={roomActions} row={room} name={room.name} />
        </div>
      </div>
    </article>
  )
})

function OnAirSince({ at }: { at: number }) {
  const t = useText('room')
  const now = useNow()
  return <span className={styles.tileSince}>{t('on_air_for', { time: sinceText(at, now) })}</span>
}
