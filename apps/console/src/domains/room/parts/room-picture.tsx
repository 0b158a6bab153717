import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { PlatformGlyph } from '#entities/room/platform-glyph.tsx'
import '../room-page.i18n.ts'
import styles from '../room-page.module.css'

/** Where the stage's picture will be: until there is a stage, the platform's sign on a neutral surface. */
export function RoomPicture({ room }: { room: RoomRow }) {
  const t = useText('room_page')
  return (
    <div className={styles.picture}>
      <PlatformGlyph platform={room.account.platform} />
      <small>{t('no_picture')}</small>
    </div>
  )
}
