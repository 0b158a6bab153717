import dayjs from 'dayjs'
import { useText } from '#client/i18n.ts'
import { LastDay } from '#kit/date/last-day.tsx'
import '../account.i18n.ts'

interface ExpiryPickerProps {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** The last day on which an account can log in; the call takes the end of that day. Empty means for ever. */
export function ExpiryPicker(control: ExpiryPickerProps) {
  const t = useText('account')
  const today = dayjs()
  return (
    <LastDay
      {...control}
      placeholder={t('forever')}
      minDate={today}
      presets={[
        { label: t('in_month'), value: today.add(1, 'month') },
        { label: t('in_half'), value: today.add(6, 'month') },
        { label: t('in_year'), value: today.add(1, 'year') },
      ]}
    />
  )
}
