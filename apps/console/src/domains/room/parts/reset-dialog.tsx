import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useAct } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'

export function ResetDialog({ room, onClose }: { room: RoomRow; onClose: () => void }) {
  const t = useText('room')
  const reset = useAct(roomApi.reset, { silent: true })
  return (
    <ActConfirm
      title={t('reset_title', { name: room.name })}
      hint={t('reset_hint')}
      act={t('reset')}
      cancel={t('cancel')}
      busy={reset.isPending}
      error={reset.error}
      onAct={() => reset.mutate({ room_code: room.room_code }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}
