import { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { refresh, useAct } from '#client/query.ts'
import { useText } from '#client/i18n.ts'
import { ActConfirm } from '#kit/confirm/act-confirm.tsx'

export function RemoveDialog({ room, onClose }: { room: RoomRow; onClose: () => void }) {
  const t = useText('room')
  const remove = useAct(roomApi.delete, { silent: true })
  const act = () =>
    remove.mutate(
      { room_code: room.room_code },
      {
        onSuccess: () => {
          refresh(roomApi.list)
          onClose()
        },
      },
    )
  return (
    <ActConfirm
      title={t('remove_title', { name: room.name })}
      hint={t('remove_hint')}
      act={t('remove')}
      cancel={t('cancel')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onAct={act}
      onClose={onClose}
    />
  )
}
