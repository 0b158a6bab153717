import {
  createContext,
  lazy,
  Suspense,
  use,
  useCallback,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import type { ActName } from '../room.actions.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { EmergencyStop } from './emergency-stop.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'
import { StopDialog } from './stop-dialog.tsx'

interface Acts {
  open(act: ActName, room: RoomRow): void
}

const ActsContext = createContext<Acts>({ open: () => {} })
export const useActs = () => use(ActsContext)

const dialogs: Record<ActName, ComponentType<{ room: RoomRow; onClose: () => void }>> = {
  start: StartDialog,
  stop: StopDialog,
  emergency: EmergencyStop,
  reset: ResetDialog,
  check: CheckDialog,
  update: lazy(async () => ({
    default: (await import('../forms/edit-room.form.tsx')).RoomForm,
  })),
  delete: RemoveDialog,
}

/** Holds the dialog of the act that was pressed, wherever its button stands. */
export function ActHost({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<{ act: ActName; room: RoomRow }>()
  const acts = useMemo<Acts>(() => ({ open: (act, room) => setOpen({ act, room }) }), [])
  const close = useCallback(() => setOpen(undefined), [])
  const Dialog = open && dialogs[open.act]
  return (
    <ActsContext value={acts}>
      {children}
      <Suspense>
        {Dialog ? (
          <Dialog key={`${open.act}${open.room.room_code}`} room={open.room} onClose={close} />
        ) : null}
      </Suspense>
    </ActsContext>
  )
}
