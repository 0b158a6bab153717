import type { ActiveWindow } from '@kaibo/contract/talk/talk.schema.ts'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'

/** Business time is Asia/Shanghai, UTC+8 without summer time since 1991: adding the offset is exact, and 100 times as fast as Intl. */
const OFFSET_MS = 8 * 3_600_000
const MINUTE_MS = 60_000
/** Day 0 of the epoch, 1970-01-01, was a Thursday. */
const EPOCH_WEEKDAY = 4

/** Counts business days since 1970. */
export const dayNumber = (at: number): number => Math.floor((at + OFFSET_MS) / DAY_MS)

const minuteOf = (at: number): number =>
  Math.floor((at + OFFSET_MS - dayNumber(at) * DAY_MS) / MINUTE_MS)

const two = (value: number): string => String(value).padStart(2, '0')

/** `20:05` in business time. */
export function clockTime(at: number): string {
  const minute = minuteOf(at)
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

/**
 * Compiles a window to a function that tells whether an instant is in it. A span that crosses midnight belongs to the day on which it
 * begins.
 */
export function compileWindow(window: ActiveWindow): (now: number) => boolean {
  const isHour = compileHours(window)
  const from = window.from === undefined ? -Infinity : instantOf(window.from, 0)
  const to = window.to === undefined ? Infinity : instantOf(window.to, DAY_MS)
  return (now) => now >= from && now < to && isHour(now)
}

/** Of a day its beginning, and `length` more. */
function instantOf(moment: string, length: number): number {
  const [day = '', time] = moment.split(' ')
  const start = Date.parse(`${day}T00:00:00Z`) - OFFSET_MS
  return time === undefined ? start + length : start + minutes(time) * MINUTE_MS
}

function compileHours({ weekdays, times }: ActiveWindow): (now: number) => boolean {
  const onDay = (day: number) =>
    !weekdays?.length || weekdays.includes(((day + EPOCH_WEEKDAY - 1) % 7) + 1)
  if (!times?.length) return (now) => onDay(dayNumber(now))
  const spans = times.map(([from, to]) => ({ from: minutes(from), to: minutes(to) }))
  return (now) => {
    const day = dayNumber(now)
    const minute = minuteOf(now)
    return spans.some(({ from, to }) =>
      from < to
        ? onDay(day) && minute >= from && minute < to
        : (onDay(day) && minute >= from) || (onDay(day - 1) && minute < to),
    )
  }
}

function minutes(time: string): number {
  const [hour, minute] = time.split(':')
  return Number(hour) * 60 + Number(minute)
}
