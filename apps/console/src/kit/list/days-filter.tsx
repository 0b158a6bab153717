import {
  lazy,
  Suspense,
  useCallback,
  useRef,
  useState,
  useTransition,
  type CSSProperties,
} from 'react'
import { theme } from 'antd'
import { CalendarOutlined, SwapRightOutlined } from '@ant-design/icons'
import { useText } from '#client/i18n.ts'
import type { DayRangeProps, End } from './day-range.tsx'
import './filter.i18n.ts'
import styles from './filters.module.css'

const load = () => import('./day-range.tsx')
const DayRange = lazy(async () => ({ default: (await load()).DayRange }))

type DaysFilterProps = Omit<DayRangeProps, 'begins' | 'opens' | 'takeTyped'>

/**
 * Business days from and to. Two boxes, until one of them is used: the calendar is heavier than all other filters together. It
 * replaces them with the focus where it was.
 */
export function DaysFilter(props: DaysFilterProps) {
  const [used, setUsed] = useState<{ opens: boolean }>()
  const typed = useRef<string>(undefined)
  const takeTyped = useCallback(() => {
    const text = typed.current
    typed.current = undefined
    return text
  }, [])
  // The plain boxes stay, with the focus, until the calendar's code is loaded.
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
      onType={(text) => (typed.current = text)}
    />
  )
  return (
    <Suspense fallback={boxes}>
      {used ? <DayRange {...props} {...used} begins={at} takeTyped={takeTyped} /> : boxes}
    </Suspense>
  )
}

interface BoxesProps extends DaysFilterProps {
  onFocus: (end: End, isPressed: boolean) => void
  onBlur: () => void
  /** Called with the focused box's text when a key changes it. */
  onType: (text: string) => void
}

function Boxes({ label, from, to, onFocus, onBlur, onType }: BoxesProps) {
  const t = useText('filter')
  const pressed = useRef(false)
  const { token } = theme.useToken()
  const box = (end: End, value: string | undefined, placeholder: string) => (
    <input
      aria-label={label}
      autoComplete="off"
      size={12}
      defaultValue={value ?? ''}
      key={value}
      placeholder={placeholder}
      onPointerDown={() => (pressed.current = true)}
      onFocus={() => onFocus(end, pressed.current)}
      onBlur={onBlur}
      onChange={(event) => onType(event.target.value)}
    />
  )
  return (
    <span
      className={styles.days}
      // antd defines its variables only inside its own components, so the values are set here.
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
