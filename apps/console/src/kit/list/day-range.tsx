import { useEffect, useRef, type ComponentRef, type RefObject } from 'react'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'

export type End = 'start' | 'end' | undefined

export interface DayRangeProps {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** The end that had the focus when this took the place of something plainer; nothing where it has gone on since. */
  begins: RefObject<End>
  /** It was pressed, not walked to. */
  opens: boolean
}

/** Business days from and to; either end may stay open. A chunk of its own. */
export function DayRange({ label, from, to, onChange, begins, opens }: DayRangeProps) {
  const range = useRef<ComponentRef<typeof DatePicker.RangePicker>>(null)
  useEffect(() => {
    const end = begins.current
    const boxes = range.current?.nativeElement.querySelectorAll('input')
    if (end) boxes?.[end === 'start' ? 0 : 1]?.focus()
  }, [begins])
  return (
    <DatePicker.RangePicker
      ref={range}
      defaultOpen={opens}
      aria-label={label}
      allowEmpty={[true, true]}
      value={[asDay(from), asDay(to)]}
      onChange={(days) => onChange(days?.[0]?.format(DATE_FORMAT), days?.[1]?.format(DATE_FORMAT))}
    />
  )
}

const asDay = (text: string | undefined) => (text ? dayjs(text) : null)
