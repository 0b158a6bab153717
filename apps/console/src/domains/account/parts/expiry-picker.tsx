import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'
import { useText } from '#client/i18n.ts'
import { expiryAfter, lastDayOf } from '../account.present.ts'
import '../account.i18n.ts'

interface ExpiryPickerProps {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}

/** The last day on which an account can log in; the call takes the end of that day. Empty means for ever. */
export function ExpiryPicker({ id, value, onChange }: ExpiryPickerProps) {
  const t = useText('account')
  const today = dayjs()
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      value={value ? dayjs(lastDayOf(value)) : null}
      placeholder={t('forever')}
      minDate={today}
      presets={[
        { label: t('in_month'), value: today.add(1, 'month') },
        { label: t('in_half'), value: today.add(6, 'month') },
        { label: t('in_year'), value: today.add(1, 'year') },
      ]}
      onChange={(day) => onChange?.(day ? expiryAfter(day.format(DATE_FORMAT)) : null)}
    />
  )
}
