import { DAY_MS } from '../kernel/day.ts'
import { clockOf, minutesOf, wallAt } from '../kernel/zone.ts'

/* When plans are due, and until when they hold a room: pure, for server, console and tests alike. */

export const DEFAULT_ZONE = 'Asia/Shanghai'
export const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** The most plans that a room may have. */
export const MAX_PLANS = 50
/** The most pieces of what a plan says. */
export const MAX_SEGMENTS = 200
/** Before and after these nothing is planned. */
export const FIRST_DAY = '2020-01-01'
export const LAST_DAY = '2199-12-31'
/** So far ahead firings have rows. */
export const FIRED_AHEAD_MS = 15 * DAY_MS
/** The longest time that a list shows at once. */
export const MAX_LIST_MS = 42 * DAY_MS

/** When a plan is due: on one date, or on these days of the week (1 is Monday) for as long as it is valid. */
export interface Recurrence {
  zone: string
  date: string | null
  weekdays: readonly number[]
  valid_from: string | null
  valid_to: string | null
  /** HH:MM. */
  start: string
  /** HH:MM; not after `start` is on the next day. */
  stop_at: string
  /** So many minutes later than `stop_at` it may stop. */
  cap_min: number
}

export interface Occurrence {
  /** `YYYY-MM-DD` in the plan's zone, as the milliseconds of its midnight in UTC. */
  day: number
  due_at: number
  end_at: number
  /** Until then it holds its room, account and PC. */
  hold_at: number
  /** The clocks are changed in such a way that it would stop before it began. */
  skipped: boolean
}

/** How long it lasts by the clock on the wall. */
export const lengthOf = ({ start, stop_at }: Pick<Recurrence, 'start' | 'stop_at'>): number => {
  const minutes = minutesOf(stop_at) - minutesOf(start)
  return minutes > 0 ? minutes : minutes + DAY_MINUTES
}

/** 1 for Monday. */
export const weekdayOf = (day: number): number => ((((day / DAY_MS + 3) % 7) + 7) % 7) + 1

const dayOr = (text: string | null, otherwise: number): number =>
  text === null ? otherwise : Date.parse(text)

/** The first and the last day on which it may be due. */
export const validityOf = ({ date, valid_from, valid_to }: Recurrence): [number, number] => [
  dayOr(date ?? valid_from, -Infinity),
  dayOr(date ?? valid_to, Infinity),
]

export const weekdaysOf = ({ date, weekdays }: Recurrence): readonly number[] =>
  date === null ? weekdays : [weekdayOf(Date.parse(date))]

export function occursOn(plan: Recurrence, day: number): boolean {
  const [first, last] = validityOf(plan)
  return day >= first && day <= last && weekdaysOf(plan).includes(weekdayOf(day))
}

/** Answers what a plan is on a day on which it occurs. */
export function occurrenceOf(plan: Recurrence): (day: number) => Occurrence {
  const clock = clockOf(plan.zone)
  const start = minutesOf(plan.start)
  const stop = start + lengthOf(plan)
  return (day) => {
    const due_at = clock(day, start)
    const end_at = clock(day, stop)
    const hold_at = end_at + plan.cap_min * MINUTE_MS
    return { day, due_at, end_at, hold_at, skipped: end_at <= due_at }
  }
}

/** All that hold something between two instants, in their order. */
export function occurrences(plan: Recurrence, from: number, to: number): Occurrence[] {
  const [first, last] = validityOf(plan)
  const days = weekdaysOf(plan)
  const at = occurrenceOf(plan)
  const found: Occurrence[] = []
  // One that began the day before yesterday may hold its room still: a day and its cap.
  const begin = Math.max(first, wallAt(plan.zone, from).day - 2 * DAY_MS)
  for (let day = begin; day <= last; day += DAY_MS) {
    if (!days.includes(weekdayOf(day))) {
      if (day - to > DAY_MS) break
      continue
    }
    const one = at(day)
    if (one.due_at >= to) break
    if (one.hold_at > from) found.push(one)
  }
  return found
}
