import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { ActMenu } from '#kit/action/act-menu.tsx'
import { appliesTo } from '#kit/action/action.ts'
import { Status } from '#kit/status/status.tsx'
import { RoomAir } from './room-air.tsx'
import { dismissPlan } from '../air.actions.tsx'
import { moreActions, playActions, setStop, stopAtOnce } from '../room.actions.tsx'
import { stopText } from '../room.stop.ts'
import { isOnAir } from '../room.present.ts'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** These have buttons of their own. */
const SHOWN: readonly unknown[] = [stopAtOnce, setStop, dismissPlan]
const menuActions = moreActions.filter((action) => !SHOWN.includes(action))

/** What can be done with a room, always in sight; above it the reason why it needs somebody. */
export function RoomControls({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const lang = useLanguage()
  const { attention } = room
  return (
    <div className={styles.controls}>
      {attention ? (
        <p
          className={styles.attention}
          role={attention.grave ? 'alert' : 'status'}
          data-grave={attention.grave || undefined}
        >
          <Status tone={attention.grave ? 'failed' : 'attention'}>
            {toldIn(attention.reason, attention.reason_en, lang)}
          </Status>
        </p>
      ) : null}
      {appliesTo(setStop, room) ? (
        <p className={styles.stop}>
          <span>{stopText(room.stop)?.[lang] ?? t('no_stop')}</span>
          <ActButton action={setStop} row={room} calm />
        </p>
      ) : null}
      <RoomAir room={room} />
      <div className={styles.acts} role="group" aria-label={t('acts')}>
        {playActions
          .filter((action) => appliesTo(action, room))
          .map((action) => (
            <ActButton
              key={action.name}
              action={action}
              row={room}
              primary={!isOnAir(room)}
              size="middle"
            />
          ))}
        <ActButton action={stopAtOnce} row={room} size="middle" />
        <ActMenu actions={menuActions} row={room} name={room.name} />
      </div>
    </div>
  )
}
