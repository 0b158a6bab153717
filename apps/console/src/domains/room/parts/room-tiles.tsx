import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { cursorAt, tabStop, type Cursor } from '#kit/list/rows-props.ts'
import type { Selection } from '#kit/list/selection.ts'
import { keyOf } from '../room.present.ts'
import { RoomTile } from './room-tile.tsx'
import styles from '../room.module.css'

export interface RoomTilesProps {
  rooms: readonly RoomRow[]
  selection: Selection<RoomRow>
  /** Where the keyboard's cursor was last, and where it went. */
  cursor: Cursor | undefined
  onCursor: (cursor: Cursor) => void
}

/** The wall's rooms as tiles. */
export function RoomTiles({ rooms, selection, cursor, onCursor }: RoomTilesProps) {
  const t = useText('room')
  const stop = tabStop({ rows: rooms, keyOf, cursor })
  return (
    <ul className={styles.wall} aria-label={t('title')}>
      {rooms.map((room, index) => (
        // The keyboard's cursor stops at the tile; what it does there is the page's.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
        <li
          key={keyOf(room)}
          data-row-at={index}
          {...cursorAt(onCursor, stop, { key: keyOf(room), index })}
        >
          <RoomTile room={room} selected={selection.has(room)} onSelect={selection.set} />
        </li>
      ))}
    </ul>
  )
}
