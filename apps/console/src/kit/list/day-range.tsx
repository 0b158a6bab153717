import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'

interface DayRangeProps {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

/** Business days from and to; either end may stay open. A chunk of its own. */
export function DayRange({ label, from, to, onChange }: DayRangeProps) {
  return (
    <DatePicker.RangePicker
      aria-label={label}
      allowEmpty={[true, true]}
      value={[asDay(from), asDay(to)]}
      onChange={(days) => onChange(days?.[0]?.format(DATE_FORMAT), days?.[1]?.format(DATE_FORMAT))}
    />
  )
}

const asDay = (text: string | undefined) => (text ? dayjs(text) : null)
