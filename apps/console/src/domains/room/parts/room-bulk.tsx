import { wordsOf } from '#client/i18n.ts'
import { BulkBar } from '#kit/action/bulk-bar.tsx'
import type { Action } from '#kit/action/action.ts'
import { keyOf, nameOf, type SomeRoom } from '../room.present.ts'

interface RoomBulkProps {
  rooms: readonly SomeRoom[]
  /** Of them those that are done with many. */
  actions: readonly Action<SomeRoom>[]
  onClear: () => void
}

const t = wordsOf('room')

/** Starts or stops the chosen rooms; a chunk of its own. */
export function RoomBulk({ rooms, actions, onClear }: RoomBulkProps) {
  return (
    <BulkBar
      rows={rooms}
      actions={actions.filter(({ bulk }) => bulk)}
      keyOf={keyOf}
      nameOf={nameOf}
      items={(count) => t('items', { count })}
      onClear={onClear}
    />
  )
}
