import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import { optionLists } from '../lookup.options.ts'
import '../lookup.i18n.ts'

interface VoiceSelectProps {
  id?: string
  value?: string | null
  onChange?: (voice_id: string | undefined) => void
  /** What speaks while none is chosen. */
  placeholder: string
}

/** A voice that rooms may speak by. */
export function VoiceSelect(props: VoiceSelectProps) {
  const t = useText('lookup')
  return (
    <OptionSelect
      {...props}
      from={optionLists.voices}
      allowClear
      refuse={({ expire_status }) =>
        expire_status === AuthExpireStatus.expired ? t('licence_over') : undefined
      }
    />
  )
}
