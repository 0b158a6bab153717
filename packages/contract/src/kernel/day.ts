import * as z from 'zod/mini'

export const DEFAULT_TIME_ZONE = 'Asia/Shanghai'
export const DAY_MS = 86_400_000

const PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** A business day, `YYYY-MM-DD` in the business time zone; refuses days that no calendar has. */
export const day = () =>
  z.string().check(
    z.regex(PATTERN),
    z.refine((text) => !PATTERN.test(text) || isRealDay(text), '是一个无效日期'),
  )

function isRealDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const formatters = new Map<string, Intl.DateTimeFormat>()
const hours = new Map<string, string>()
const HOUR_MS = 3_600_000

/** The business day an instant (ms) falls in. Remembered by quarter hour: offsets never change within one. */
export function dayOf(at: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  const key = `${timeZone}${Math.floor(at / (HOUR_MS / 4))}`
  const known = hours.get(key)
  if (known) return known
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  const text = formatter.format(at)
  if (hours.size > 5_000) hours.clear()
  hours.set(key, text)
  return text
}
