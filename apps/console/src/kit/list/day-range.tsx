import { useEffect, useRef, type ComponentRef, type RefObject } from 'react'
import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { DATE_FORMAT } from '@kaibo/contract/facts/constants.ts'
import '#kit/date/locale.ts'

export type End = 'start' | 'end' | undefined

export interface DayRangeProps {
  label: string
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
  /** The box that had the focus when this replaced the plain boxes; undefined if the focus has moved on. */
  begins: RefObject<End>
  /** Reached by a click and not by Tab: the calendar opens. */
  opens: boolean
  /** What was typed there before this was loaded, once. */
  takeTyped: () => string | undefined
}

/** Business days from and to; either may stay empty. Loaded when it is first used. */
export function DayRange({ label, from, to, onChange, begins, opens, takeTyped }: DayRangeProps) {
  const range = useRef<ComponentRef<typeof DatePicker.RangePicker>>(null)
  useEffect(() => {
    const end = begins.current
    const box = range.current?.nativeElement.querySelectorAll('input')[end === 'end' ? 1 : 0]
    if (!end || !box) return
    box.focus()
    const typed = takeTyped()
    if (typed !== undefined) type(box, typed)
  }, [begins, takeTyped])
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

/** Enters text as typing does. Setting `box.value` would not do: React overrides that property and would ignore the event. */
function type(box: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

const asDay = (text: string | undefined) => (text ? dayjs(text) : null)
