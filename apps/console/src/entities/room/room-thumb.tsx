import { THUMB_STALE_MS } from '@kaibo/contract/stage/thumb.schema.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useNow } from '#kit/clock/use-now.ts'
import { PlatformGlyph } from './platform-glyph.tsx'
import styles from './room-thumb.module.css'

interface RoomThumbProps {
  room: Pick<RoomRow, 'name' | 'thumb'> & { account: Pick<RoomRow['account'], 'platform'> }
}

/** What viewers of a room see, while it is fresh; else the sign of its platform. Its parent is positioned. */
export function RoomThumb({ room: { name, thumb, account } }: RoomThumbProps) {
  const now = useNow()
  const glyph = <PlatformGlyph platform={account.platform} />
  if (!thumb || now - thumb.at > THUMB_STALE_MS) return glyph
  return (
    <img
      className={styles.thumb}
      src={thumb.url}
      alt={name}
      decoding="async"
      loading="lazy"
      draggable={false}
    />
  )
}
