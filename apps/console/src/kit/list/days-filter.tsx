import { lazy, Suspense, useRef, useState, useTransition, type CSSProperties } from 'react'
import { theme } from 'antd'
import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import type { DayRangeProps, End } from './day-range.tsx'
import './filter.i18n.ts'
import styles from './filters.module.css'

const load = () => import('./day-range.tsx')
const DayRange = lazy(async () => ({ default: (await load()).DayRange }))

type DaysFilterProps = Omit<DayRangeProps, 'begins' | 'opens'>

/**
 * Business days from and to. Two boxes, until one of them is used: the calendar is heavier than all other filters together. It
 * takes their place with the focus where it was.
 */
export function DaysFilter(props: DaysFilterProps) {
  const [used, setUsed] = useState<{ opens: boolean }>()
  // The boxes stand, with the focus in them, until the calendar's code is here.
  const [, begin] = useTransition()
  const at = useRef<End>(undefined)
  const boxes = (
    <Boxes
      {...props}
      onFocus={(end, opens) => {
        at.current = end
        begin(() => setUsed({ opens }))
      }}
      onBlur={() => (at.current = undefined)}
    />
  )
  return (
    <Suspense fallback={boxes}>
      {used ? <DayRange {...props} {...used} begins={at} /> : boxes}
    </Suspense>
  )
}

interface BoxesProps extends DaysFilterProps {
  onFocus: (end: End, isPressed: boolean) => void
  onBlur: () => void
}

function Boxes({ label, from, to, onFocus, onBlur }: BoxesProps) {
  const t = useText('filter')
  const pressed = useRef(false)
  const { token } = theme.useToken()
  const box = (end: End, value: string | undefined, placeholder: string) => (
    <input
      aria-label={label}
      autoComplete="off"
      size={12}
      readOnly
      value={value ?? ''}
      placeholder={placeholder}
      onPointerDown={() => (pressed.current = true)}
      onFocus={() => onFocus(end, pressed.current)}
      onBlur={onBlur}
    />
  )
  return (
    <span
      className={styles.days}
      // antd's own colours, which are known as variables only within its components.
      style={
        {
          '--box-border': token.colorBorder,
          '--box-icon': token.colorTextQuaternary,
        } as CSSProperties
      }
      onPointerEnter={() => void load()}
    >
      {box('start', from, t('day_from'))}
      <SwapRightOutlined aria-hidden />
      {box('end', to, t('day_to'))}
      <CalendarOutlined aria-hidden />
    </span>
  )
}
