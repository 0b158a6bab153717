import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { ActButton } from '#kit/action/act-button.tsx'
import { useActs } from '#kit/action/act-host.tsx'
import { appliesTo } from '#kit/action/action.ts'
import { useCanAct } from '#kit/action/use-can-act.ts'
import { usePageKeys } from '#kit/keys/use-page-keys.ts'
import { airActions } from '../air.actions.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** What the anchor may say, and whether it is heard: buttons, and their keys. */
export function RoomAir({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  const perform = useActs()
  const canAct = useCanAct()
  const offered = Object.entries(airActions).flatMap(([key, acts]) =>
    acts.filter((action) => appliesTo(action, room)).map((action) => ({ key, action })),
  )
  usePageKeys(
    Object.fromEntries(
      offered.map(({ key, action }) => [
        key,
        () => canAct(action, room) === true && perform(action, room),
      ]),
    ),
  )
  if (offered.length === 0) return null
  return (
    <div className={styles.air} role="group" aria-label={t('air')}>
      {offered.map(({ key, action }) => (
        <span key={key}>
          <ActButton action={action} row={room} size="middle" />
          <kbd aria-hidden>{key.toUpperCase()}</kbd>
        </span>
      ))}
    </div>
  )
}
