import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLasting } from '#kit/clock/use-lasting.ts'
import { Status } from '#kit/status/status.tsx'
import { CONFIRMS_WITHIN_MS, isOnAir } from '../room.present.ts'
import '../room.i18n.ts'

/** Of a room on air whose PC has not said that it does what it was told last. */
export function Unconfirmed({ room }: { room: Pick<RoomRow, 'state' | 'confirmed'> }) {
  const t = useText('room')
  const lasts = useLasting(isOnAir(room) && !room.confirmed, CONFIRMS_WITHIN_MS)
  return lasts ? (
    <span title={t('unconfirmed_hint')}>
      <Status tone="starting">{t('unconfirmed')}</Status>
    </span>
  ) : null
}
