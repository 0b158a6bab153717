import { AuthExpireStatus } from '@kaibo/contract/facts/enums.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useText } from '#client/i18n.ts'
import { bracketed, useLanguage } from '#client/language.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import { optionLists } from '../lookup.options.ts'
import '../lookup.i18n.ts'

interface RecordSelectProps {
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** The option that the edited record already has: it can be chosen although it is in use. */
  keep?: string | undefined
}

export function AccountSelect({ keep, ...rest }: RecordSelectProps) {
  const t = useText('lookup')
  const lang = useLanguage()
  return (
    <OptionSelect
      {...rest}
      from={optionLists.liveAccounts}
      labelOf={({ platform, name }) => `${labelOf(PLATFORMS, platform, lang)} · ${name}`}
      refuse={({ uid, used_by }) =>
        used_by && uid !== keep ? t('used_by', { room: used_by }) : undefined
      }
    />
  )
}

/** The games that rooms of the person's may run. */
export function GameSelect(props: Omit<RecordSelectProps, 'keep'>) {
  const lang = useLanguage()
  return (
    <OptionSelect
      {...props}
      from={optionLists.games}
      refuse={({ expire_status }) =>
        expire_status === AuthExpireStatus.expired
          ? labelOf(AuthExpireStatus, expire_status, lang)
          : undefined
      }
      allowClear
    />
  )
}

export function PcSelect(props: Omit<RecordSelectProps, 'keep'>) {
  const lang = useLanguage()
  return (
    <OptionSelect
      {...props}
      from={optionLists.pcs}
      labelOf={({ name, presence }) =>
        presence === PcPresence.online
          ? name
          : bracketed(name, labelOf(PcPresence, presence, lang), lang)
      }
      allowClear
    />
  )
}
