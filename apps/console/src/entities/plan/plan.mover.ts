import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { wallAt } from '@kaibo/contract/kernel/zone.ts'
import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { signal } from '#client/signal.ts'
import { clashIn, NO_SHIFT, shifted, withMoved, type Shift } from './plan.move.ts'
import { crowdIn } from './plan.voices.ts'

const MINUTE_MS = 60_000

/** A plan that is being moved by one of its firings. */
export interface Moving {
  firing: Firing
  plan: PlanRow
  shift: Shift
  /** As it would be saved. */
  moved: PlanRow
  /** Why it cannot be put there. */
  clash: Words | undefined
  /** It can, but voices are short there. */
  crowd: Words | undefined
}

interface Context {
  /** With all that a plan could conflict with. */
  known: PlanList | undefined
  now: number
  drop: (moving: Moving) => void
}

/**
 * What is moved stands beside the calendar: of hundreds of blocks only those of the moved plan are drawn again with each step.
 */
export function createMover() {
  let moving: Moving | undefined
  let context: Context | undefined
  let landed: { plan_id: string; due_at: number } | undefined
  const changed = signal<void>()
  function become(next: Moving | undefined): void {
    moving = next
    changed.emit()
  }
  return {
    on: changed.on,
    now: () => moving,
    attend(next: Context) {
      context = next
    },
    hold(firing: Firing, plan: PlanRow): void {
      become({ firing, plan, shift: NO_SHIFT, moved: plan, clash: undefined, crowd: undefined })
    },
    shift(shift: Shift): void {
      if (!moving || !context?.known || isSame(shift, moving.shift)) return
      const { day } = wallAt(moving.plan.zone, moving.firing.due_at)
      const moved = shifted(moving.plan, shift, day)
      const { known, now } = context
      const clash = clashIn(known, moved, now)
      const crowd = crowdIn(known, withMoved(known, moved, moving.firing, shift), moved.room_code)
      become({ ...moving, shift, moved, clash, crowd })
    },
    /** Saves where it is; answers whether it had been moved at all. */
    drop(): boolean {
      const dropped = moving
      become(undefined)
      if (!dropped || isSame(dropped.shift, NO_SHIFT)) return false
      const { firing, shift } = dropped
      const due_at = firing.due_at + shift.begin * MINUTE_MS + shift.days * DAY_MS
      landed = { plan_id: firing.plan_id, due_at }
      context?.drop(dropped)
      return true
    },
    cancel: () => moving && become(undefined),
    /** Whether this is what was dropped last: in another day it is another block, which takes the focus over. */
    hasLanded({ plan_id, due_at }: Firing): boolean {
      const isIt = landed?.plan_id === plan_id && landed.due_at === due_at
      if (isIt) landed = undefined
      return isIt
    },
  }
}

export type Mover = ReturnType<typeof createMover>

const isSame = (a: Shift, b: Shift) => a.begin === b.begin && a.end === b.end && a.days === b.days

export function useMover(context: Context): Mover {
  const [mover] = useState(createMover)
  useEffect(() => mover.attend(context))
  return mover
}

/** While a finger holds a block, its way moves that and scrolls nothing. Told before the finger is there, or the browser does not ask. */
export function useNoScroll(frame: RefObject<HTMLElement | null>, mover: Mover): void {
  useEffect(() => {
    const element = frame.current
    const stay = (event: TouchEvent) => mover.now() && event.preventDefault()
    element?.addEventListener('touchmove', stay, { passive: false })
    return () => element?.removeEventListener('touchmove', stay)
  }, [frame, mover])
}

/** What is moved, for who says it. */
export const useMoving = (mover: Mover): Moving | undefined =>
  useSyncExternalStore(mover.on, mover.now)

/** The same for a block: nothing while another plan is moved, or while it is over already. */
export function useMovingOf(mover: Mover, { plan_id, outcome }: Firing): Moving | undefined {
  return useSyncExternalStore(mover.on, () => {
    const moving = mover.now()
    return outcome === null && moving?.plan.id === plan_id ? moving : undefined
  })
}
