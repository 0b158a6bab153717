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
  /** What was typed there meanwhile. */
  typed: RefObject<string | undefined>
}

/** Business days from and to; either end may stay open. A chunk of its own. */
export function DayRange({ label, from, to, onChange, begins, opens, typed }: DayRangeProps) {
  const range = useRef<ComponentRef<typeof DatePicker.RangePicker>>(null)
  useEffect(() => {
    const end = begins.current
    const box = range.current?.nativeElement.querySelectorAll('input')[end === 'end' ? 1 : 0]
    if (!end || !box) return
    box.focus()
    if (typed.current !== undefined) type(box, typed.current)
    typed.current = undefined
  }, [begins, typed])
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

/** As a person does: what React keeps of a box hears of it, which a `value` that is set on the box itself does not. */
function type(box: HTMLInputElement, text: string): void {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
  set?.call(box, text)
  box.dispatchEvent(new Event('input', { bubbles: true }))
}

const asDay = (text: string | undefined) => (text ? dayjs(text) : null)
