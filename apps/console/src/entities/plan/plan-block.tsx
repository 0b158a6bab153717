import { memo, useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { useText } from '#client/i18n.ts'
import { toldIn, useLanguage } from '#client/language.ts'
import { Status } from '#kit/status/status.tsx'
import { MINUTE_PX, pressed, pulled, type Axis } from './plan.drag.ts'
import { NO_SHIFT, type Shift } from './plan.move.ts'
import { useMovingOf, type Mover } from './plan.mover.ts'
import { toneOf } from './plan.text.ts'
import { DAY_MINUTES, type Block } from './plan.week.ts'
import textStyles from '#kit/text/text.module.css'
import styles from './plan.module.css'

interface PlanBlockProps {
  block: Block
  axis: Axis
  mover: Mover
  mayMove: boolean
  onOpen: (plan: PlanRow) => void
}

/** Of less there is one line. */
const SHORT_MINUTES = 45

/** A finger that rests so long takes hold; one that moves before scrolls. */
const REST_MS = 400
const REST_PX = 8

interface Grip {
  x: number
  y: number
  isEnd: boolean
  /** Of a finger that has not rested long enough yet. */
  rests?: ReturnType<typeof setTimeout>
}

/** One time at which a plan is due. It is moved by pointer, by a finger that has rested on it and by Alt+arrows, unless it is over. */
export const PlanBlock = memo(function PlanBlock(props: PlanBlockProps) {
  const { block, axis, mover, onOpen } = props
  const { firing, plan, day } = block
  const t = useText('plan')
  const lang = useLanguage()
  const moving = useMovingOf(mover, firing)
  const self = useRef<HTMLButtonElement>(null)
  const grip = useRef<Grip>(undefined)
  const holds = useRef(false)
  const wasMoved = useRef(false)
  const canMove = props.mayMove && plan !== undefined && firing.outcome === null
  useEffect(() => {
    if (mover.hasLanded(firing)) self.current?.focus()
  }, [mover, firing])
  useEffect(() => () => clearTimeout(grip.current?.rests), [])

  function grab(event: PointerEvent<HTMLElement>, isEnd: boolean): void {
    wasMoved.current = false
    if (!canMove || event.button !== 0) return
    event.stopPropagation()
    const { pointerId, clientX: x, clientY: y } = event
    const take = () => {
      self.current?.setPointerCapture(pointerId)
      grip.current = { x, y, isEnd }
      hold(plan)
    }
    if (event.pointerType !== 'touch') return take()
    grip.current = { x, y, isEnd, rests: setTimeout(take, REST_MS) }
  }

  function hold(plan: PlanRow): void {
    holds.current = true
    mover.hold(firing, plan)
  }

  function pull({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): void {
    if (!grip.current) return
    const { x, y, isEnd, rests } = grip.current
    if (rests !== undefined) {
      if (Math.hypot(clientX - x, clientY - y) > REST_PX) letGo()
      return
    }
    const { clientWidth: width = 0, clientHeight: height = 0 } = currentTarget.offsetParent ?? {}
    const way = { x: clientX - x, y: clientY - y, width, height }
    mover.shift(pulled({ axis, ...way, isEnd, day }))
  }

  /** Answers whether it was this one that held the plan. */
  function release(): boolean {
    clearTimeout(grip.current?.rests)
    grip.current = undefined
    const held = holds.current
    holds.current = false
    return held
  }

  function letGo(): void {
    if (release()) mover.cancel()
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape' && mover.now()) {
      event.stopPropagation()
      wasMoved.current = grip.current !== undefined
      return letGo()
    }
    if (!event.altKey || !canMove) return
    const before = mover.now()?.shift ?? NO_SHIFT
    const shift = pressed(axis, event.key, event.shiftKey, before)
    if (!shift) return
    event.preventDefault()
    if (!mover.now()) hold(plan)
    mover.shift(shift)
  }

  const shift = shiftOf(moving?.shift, moving?.firing.due_at === firing.due_at)
  const begin = timeText(minutesAt(firing.due_at) + shift.begin + DAY_MINUTES)
  const end = timeText(minutesAt(firing.end_at) + shift.end + DAY_MINUTES)
  const name = plan?.name ?? t('deleted')
  const outcome =
    firing.outcome === null ? t('waiting') : labelOf(FiringOutcome, firing.outcome, lang)
  const why = firing.detail === null ? undefined : toldIn(firing.detail, firing.detail_en, lang)
  return (
    <button
      ref={self}
      type="button"
      className={styles.block}
      data-axis={axis}
      data-short={(axis === 'down' && block.to - block.from < SHORT_MINUTES) || undefined}
      data-outcome={firing.outcome ?? 'undo'}
      data-held={moving !== undefined || undefined}
      data-clash={moving?.clash !== undefined || undefined}
      title={[`${name} ${begin}–${end}`, outcome, why].filter(Boolean).join(' · ')}
      style={axis === 'down' ? placeInDay(block, shift) : placeAlong(block, shift)}
      onPointerDown={(event) => grab(event, false)}
      onPointerMove={pull}
      onPointerUp={() => {
        if (release()) wasMoved.current = mover.drop()
      }}
      onPointerCancel={letGo}
      onKeyDown={press}
      onKeyUp={({ key }) => key === 'Alt' && release() && mover.drop()}
      // The focus leaves this one as another is grabbed
      onBlur={letGo}
      onContextMenu={(event) => grip.current && event.preventDefault()}
      onClick={() => {
        if (!wasMoved.current && plan) onOpen(plan)
        wasMoved.current = false
      }}
    >
      <b>{name}</b>
      <small>
        {begin}–{end}
      </small>
      {firing.outcome === null ? (
        <span className={textStyles.hidden}>{outcome}</span>
      ) : (
        <small>
          <Status tone={toneOf(firing.outcome)}>{outcome}</Status>
        </small>
      )}
      {canMove ? (
        <i className={styles.edge} onPointerDown={(event) => grab(event, true)} aria-hidden />
      ) : null}
    </button>
  )
})

const minutesAt = (at: number) => wallAt(DEFAULT_ZONE, at).minutes

/** All days of a plan go by its time; only the one that is held goes to another day. */
const shiftOf = (shift = NO_SHIFT, isHeld: boolean): Shift =>
  isHeld ? shift : { ...shift, days: 0 }

const percent = (part: number) => `${part * 100}%`

const placeInDay = ({ from, to, lane, lanes }: Block, { begin, end, days }: Shift) => ({
  top: percent((from + begin) / DAY_MINUTES),
  height: percent((to - from + end - begin) / DAY_MINUTES),
  left: percent(lane / lanes + days),
  width: percent(1 / lanes),
})

/** What is pulled as a whole is only drawn elsewhere: nothing is laid out anew. */
function placeAlong({ from, to }: Block, { begin, end, days }: Shift) {
  const by = (begin + days * DAY_MINUTES) * MINUTE_PX
  return {
    left: from * MINUTE_PX,
    width: (to - from + end - begin) * MINUTE_PX,
    transform: by === 0 ? undefined : `translateX(${by}px)`,
  }
}
