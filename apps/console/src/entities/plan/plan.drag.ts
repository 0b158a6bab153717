import { DAY_MINUTES } from './plan.week.ts'
import { NO_SHIFT, STEP_MINUTES, type Shift } from './plan.move.ts'

/** Time runs down a day, or along a week. */
export type Axis = 'down' | 'along'

/** So wide is a minute where time runs along. */
export const MINUTE_PX = 0.75

const stepped = (minutes: number) => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES

interface Pulled {
  axis: Axis
  /** By how many pixels the pointer was moved. */
  x: number
  y: number
  /** Of the day, where time runs down it. */
  width: number
  height: number
  /** Its end alone is moved. */
  isEnd: boolean
  /** 0 for Monday: it stays in its week. */
  day: number
}

/** By how much a plan is moved when its block is pulled. */
export function pulled({ axis, x, y, width, height, isEnd, day }: Pulled): Shift {
  if (axis === 'down') {
    const minutes = stepped((y / Math.max(1, height)) * DAY_MINUTES)
    if (isEnd) return { ...NO_SHIFT, end: minutes }
    const days = Math.round(x / Math.max(1, width))
    return { begin: minutes, end: minutes, days: Math.min(6 - day, Math.max(-day, days)) }
  }
  const minutes = stepped(x / MINUTE_PX)
  if (isEnd) return { ...NO_SHIFT, end: minutes }
  const days = Math.round(minutes / DAY_MINUTES)
  const rest = minutes - days * DAY_MINUTES
  return { begin: rest, end: rest, days }
}

const TIME = { down: ['ArrowUp', 'ArrowDown'], along: ['ArrowLeft', 'ArrowRight'] } as const
const DAY = { down: TIME.along, along: TIME.down } as const

/** The same by an arrow key, after what others have done: a quarter of an hour along the time, across it a day. */
export function pressed(axis: Axis, key: string, isEnd: boolean, before: Shift): Shift | undefined {
  const way = (keys: readonly string[]) => Number(keys[1] === key) - Number(keys[0] === key)
  const minutes = way(TIME[axis]) * STEP_MINUTES
  if (minutes !== 0)
    return { ...before, begin: before.begin + (isEnd ? 0 : minutes), end: before.end + minutes }
  const days = way(DAY[axis])
  return days === 0 || isEnd ? undefined : { ...before, days: before.days + days }
}
