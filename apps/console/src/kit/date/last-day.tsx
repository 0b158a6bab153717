import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'
import { dayEnd, dayOf } from '@kaibo/contract/kernel/day.ts'
import './locale.ts'

interface LastDayProps extends Pick<DatePickerProps, 'placeholder' | 'minDate' | 'presets'> {
  id?: string
  /** The instant at which that day has ended. */
  value?: number | null
  onChange?: (value: number | null) => void
}

/** The last business day on which something holds: people choose the day, calls take the instant of its end. */
export function LastDay({ id, value, onChange, ...shown }: LastDayProps) {
  return (
    <DatePicker
      {...shown}
      {...(id === undefined ? {} : { id })}
      value={value ? dayjs(dayOf(value - 1)) : null}
      onChange={(day) => onChange?.(day ? dayEnd(day.format(DATE_FORMAT)) : null)}
    />
  )
}
