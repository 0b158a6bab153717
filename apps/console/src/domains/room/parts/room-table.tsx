import { useRef } from 'react'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { arrange } from '#kit/list/column.ts'
import { Rows } from '#kit/list/rows.tsx'
import type { Selection } from '#kit/list/selection.ts'
import { useCursor } from '#kit/list/use-cursor.tsx'
import { roomActions } from '../room.actions.tsx'
import { roomColumns } from '../room.columns.tsx'
import { keyOf, nameOf } from '../room.present.ts'
import { useOpenRoom } from './room-link.tsx'

interface RoomTableProps {
  rooms: readonly RoomRow[]
  selection: Selection<RoomRow>
  /** To the keyword. */
  onFind: () => void
}

/** The wall's rooms in rows; a chunk of its own, which the wall does not wait for. */
export function RoomTable({ rooms, selection, onFind }: RoomTableProps) {
  const t = useText('room')
  // Its columns take their words when they are drawn.
  useLanguage()
  const open = useOpenRoom()
  const root = useRef<HTMLDivElement>(null)
  const cursor = useCursor({
    root,
    rows: rooms,
    actions: roomActions,
    selection,
    onOpen: open,
    onFind,
  })
  return (
    <div ref={root}>
      <Rows
        rows={rooms}
        columns={columns}
        keyOf={keyOf}
        nameOf={nameOf}
        actions={roomActions}
        selection={selection}
        cursor={cursor.at}
        onCursor={cursor.onMove}
        label={t('title')}
      />
      {cursor.help}
    </div>
  )
}

const columns = arrange(roomColumns)
