import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { RoomThumb } from '#entities/room/room-thumb.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** What viewers see; while no stage tells it, the platform's sign on a neutral surface. */
export function RoomPicture({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  return (
    <div className={styles.picture} data-seen={room.thumb ? true : undefined}>
      <RoomThumb room={room} />
      {room.thumb ? null : <small>{t('no_picture')}</small>}
    </div>
  )
}
