import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import type { PlayableOption } from '@kaibo/contract/lookup/lookup.api.ts'
import { useText } from '#client/i18n.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import { optionLists } from '../lookup.options.ts'
import '../lookup.i18n.ts'

interface PlayableSelectProps {
  /** Only these; else both. */
  only?: PlayableOption['plays']
  id?: string
  label?: string
  value?: string | undefined
  onChange?: (asset_id: string | undefined) => void
  allowClear?: boolean
}

/** A sound, a piece of music or a video that a stage can play. */
export function PlayableSelect({ only, ...props }: PlayableSelectProps) {
  const t = useText('lookup')
  const kindOf = ({ plays, is_sound }: PlayableOption) =>
    t(is_sound ? 'sound' : plays === 'audio' ? 'audio' : 'video')
  return (
    <OptionSelect
      {...props}
      {...(props.value !== undefined && { value: props.value })}
      from={optionLists.playables}
      placeholder={t('choose_file')}
      isOffered={({ plays }) => only === undefined || plays === only}
      labelOf={(option) => `${option.name} · ${kindOf(option)}${lengthOf(option)}`}
      refuse={({ expire_status }) =>
        expire_status === AuthExpireStatus.expired ? t('licence_over') : undefined
      }
    />
  )
}

const SECOND = 1_000
const MINUTE = 60

function lengthOf({ ms }: PlayableOption): string {
  if (ms === null) return ''
  const seconds = Math.max(1, Math.round(ms / SECOND))
  const rest = String(seconds % MINUTE).padStart(2, '0')
  return ` ${Math.floor(seconds / MINUTE)}:${rest}`
}
