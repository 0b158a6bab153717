import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useNow } from '#kit/clock/use-now.ts'
import { Status } from '#kit/status/status.tsx'
import { isOnAir, sinceText, toneOf } from '../room.present.ts'
import { Unconfirmed } from './unconfirmed.tsx'
import '../room-page.i18n.ts'
import '../room.i18n.ts'
import textStyles from '#kit/text/text.module.css'

/** Its state, and on air since when. */
export function RoomState({ room, solid = false }: { room: RoomRow; solid?: boolean }) {
  const t = useText('room')
  const own = useText('room_page')
  const now = useNow()
  return (
    <>
      <Status tone={toneOf(room)} solid={solid}>
        {t(`state_${room.state}`)}
      </Status>
      {isOnAir(room) && room.run?.mode === RoomMode.record ? (
        <Status tone="attention">{t('recording')}</Status>
      ) : null}
      <Unconfirmed room={room} />
      {room.muted && isOnAir(room) ? <Status tone="attention">{own('muted')}</Status> : null}
      {isOnAir(room) && room.run ? (
        <span className={textStyles.meta}>
          {own('on_air_for', { time: sinceText(room.run.started_at, now) })}
        </span>
      ) : null}
    </>
  )
}
