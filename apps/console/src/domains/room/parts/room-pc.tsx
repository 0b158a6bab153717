import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { Status } from '#kit/status/status.tsx'

/** The room's PC as one dot with its word; its name on hover. */
export function RoomPc({ pc }: { pc: RoomRow['pc'] }) {
  const t = useText('room')
  if (!pc) return <Status tone="offline">{t('pc_none')}</Status>
  return (
    <span title={pc.name}>
      <Status tone={pc.online ? 'ok' : 'offline'}>
        {t(pc.online ? 'pc_online' : 'pc_offline')}
      </Status>
    </span>
  )
}
