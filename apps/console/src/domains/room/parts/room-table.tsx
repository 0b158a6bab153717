import { useText } from '#client/i18n.ts'
import { arrange } from '#kit/list/column.ts'
import { Rows } from '#kit/list/rows.tsx'
import { roomActions } from '../room.actions.tsx'
import { roomColumns } from '../room.columns.tsx'
import { keyOf, nameOf } from '../room.present.ts'
import type { RoomTilesProps } from './room-tiles.tsx'

/** The wall's rooms in rows; a chunk of its own, which the wall does not wait for. */
export function RoomTable({ rooms, selection, cursor, onCursor }: RoomTilesProps) {
  const t = useText('room')
  return (
    <Rows
      rows={rooms}
      columns={columns}
      keyOf={keyOf}
      nameOf={nameOf}
      actions={roomActions}
      selection={selection}
      cursor={cursor}
      onCursor={onCursor}
      label={t('title')}
    />
  )
}

const columns = arrange(roomColumns)
