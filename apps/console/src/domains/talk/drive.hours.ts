import type { Drive } from '@kaibo/contract/talk/part.schema.ts'

export interface Span {
  from: string
  to: string
  isQuiet: boolean
}

const DAY_MIN = 24 * 60

const minuteOf = (time: string): number => {
  const [hour = '0', minute = '0'] = time.split(':')
  return Number(hour) * 60 + Number(minute)
}
const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** A day from 00:00 to 24:00 in spans that are quiet or not. Quiet hours may cross midnight; from = to is the whole day. */
export function spansOf(quiet: Drive['quiet']): Span[] {
  const isQuiet = (minute: number) =>
    quiet.some(({ from, to }) => {
      const [begin, end] = [minuteOf(from), minuteOf(to)]
      return begin < end ? minute >= begin && minute < end : minute >= begin || minute < end
    })
  const spans: Span[] = []
  let begin = 0
  for (let minute = 1; minute <= DAY_MIN; minute++) {
    if (minute < DAY_MIN && isQuiet(minute) === isQuiet(begin)) continue
    spans.push({ from: timeOf(begin), to: timeOf(minute), isQuiet: isQuiet(begin) })
    begin = minute
  }
  return spans
}

/** How much of a day the span is, from 0 to 1. */
export const shareOf = ({ from, to }: Span): number => (minuteOf(to) - minuteOf(from)) / DAY_MIN
