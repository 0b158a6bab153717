import { wordsOf } from '#client/i18n.ts'
import { BulkBar } from '#kit/action/bulk-bar.tsx'
import { playActions } from '../room.actions.tsx'
import { keyOf, nameOf, type SomeRoom } from '../room.present.ts'

interface RoomBulkProps {
  rooms: readonly SomeRoom[]
  onClear: () => void
}

const t = wordsOf('room')

/** Starts or stops the chosen rooms; a chunk of its own. */
export function RoomBulk({ rooms, onClear }: RoomBulkProps) {
  return (
    <BulkBar
      rows={rooms}
      actions={playActions}
      keyOf={keyOf}
      nameOf={nameOf}
      items={(count) => t('items', { count })}
      onClear={onClear}
    />
  )
}
