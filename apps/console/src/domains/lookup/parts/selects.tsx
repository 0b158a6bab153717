import { lookupApi } from '@kaibo/contract/lookup/lookup.api.ts'
import { PLATFORMS } from '@kaibo/contract/facts/platforms.ts'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { useCall } from '#client/query.ts'
import { useLanguage } from '#client/language.ts'
import { useText } from '#client/i18n.ts'
import { OptionSelect } from '#kit/select/option-select.tsx'
import '../lookup.i18n.ts'

interface RecordSelectProps {
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
  /** The row that this form already holds: it may be chosen though it is in use. */
  keep?: string | undefined
}

export function AccountSelect({ keep, ...rest }: RecordSelectProps) {
  const t = useText('lookup')
  const lang = useLanguage()
  const { data, isFetching } = useCall(lookupApi.liveAccounts, {})
  const rows = data?.list.map((row) => ({
    ...row,
    name: `${labelOf(PLATFORMS, row.platform, lang)} · ${row.name}`,
  }))
  return (
    <OptionSelect
      {...rest}
      rows={rows}
      loading={isFetching}
      placeholder={t('choose_account')}
      refuse={(row) =>
        row.used_by && row.uid !== keep ? t('used_by', { room: row.used_by }) : undefined
      }
    />
  )
}

export function PcSelect(props: Omit<RecordSelectProps, 'keep'>) {
  const t = useText('lookup')
  const { data, isFetching } = useCall(lookupApi.pcs, {})
  const rows = data?.list.map((row) => ({
    ...row,
    name: row.online ? row.name : `${row.name}（${t('offline')}）`,
  }))
  return (
    <OptionSelect
      {...props}
      rows={rows}
      loading={isFetching}
      placeholder={t('choose_pc')}
      allowClear
    />
  )
}
