import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { Status, type Tone } from '#kit/status/status.tsx'
import './room-parts.i18n.ts'

const TONES: Readonly<Record<PcPresence, Tone>> = {
  online: 'ok',
  unknown: 'starting',
  offline: 'offline',
}

/** A room's PC as one dot with its word; its name on hover. */
export function PcDot({
  pc,
}: {
  pc: Pick<NonNullable<RoomRow['pc']>, 'name' | 'presence'> | null
}) {
  const t = useText('room_parts')
  const lang = useLanguage()
  if (!pc) return <Status tone="offline">{t('pc_none')}</Status>
  return (
    <span title={pc.name}>
      <Status tone={TONES[pc.presence]}>
        {t('pc_is', { presence: labelOf(PcPresence, pc.presence, lang) })}
      </Status>
    </span>
  )
}
