import * as z from 'zod/mini'
import { says } from './field.ts'

const DEFAULT_TIME_ZONE = 'Asia/Shanghai'
export const DAY_MS = 86_400_000

/** A business day, `YYYY-MM-DD` in the business time zone; refuses days that no calendar has. */
export const day = () =>
  z.string().check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, {
      error: says('{label}日期格式无效', '{label} must be a date, as 2026-01-31'),
      abort: true,
    }),
    z.refine(isRealDay, says('{label}是一个无效日期', '{label} is not a day of the calendar')),
  )

function isRealDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** The last instant that a `Date` can hold, in the year 275760; the first is its negative. */
const LAST_AT = 8_640_000_000_000_000

/** The instant, limited to what a `Date` can hold: formatting one beyond that throws. */
const inCalendar = (at: number): number => Math.min(Math.max(at, -LAST_AT), LAST_AT)

/** `2026-03-01 20:05:00` in business time. */
export const instantText = (at: number): string =>
  (wallClock ??= madeWallClock()).format(inCalendar(at))

// Made when it is needed first: that takes as long as some 50 kB of script.
let wallClock: Intl.DateTimeFormat | undefined

// The Swedish locale writes dates in ISO format.
const madeWallClock = () =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: DEFAULT_TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
  })

/** Offsets of time zones are whole quarter hours, so all instants of a quarter hour fall in the same day. */
const QUARTER_MS = 900_000
const MAX_KNOWN = 5_000

interface Zone {
  formatter: Intl.DateTimeFormat
  known: Map<number, string>
}
const zones = new Map<string, Zone>()

/** The business day an instant (ms) falls in. Cached by quarter hour, because formatting every event of a batch is slow. */
export function dayOf(at: number, timeZone: string = DEFAULT_TIME_ZONE): string {
  const { formatter, known } = zoneOf(timeZone)
  const quarter = Math.floor(at / QUARTER_MS)
  const remembered = known.get(quarter)
  if (remembered) return remembered
  const text = formatter.format(inCalendar(at))
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(quarter, text)
  return text
}

/** The largest offset from UTC, that of Kiribati. */
const FURTHEST_AHEAD_MS = 14 * 3_600_000

/** The first instant (ms) of a business day. */
export function dayStart(day: string, timeZone: string = DEFAULT_TIME_ZONE): number {
  let at = Date.parse(day) - FURTHEST_AHEAD_MS
  while (dayOf(at, timeZone) < day) at += QUARTER_MS
  return at
}

/** The first instant (ms) after a business day. */
export const dayEnd = (day: string, timeZone: string = DEFAULT_TIME_ZONE): number =>
  dayStart(dayBefore(day, -1), timeZone)

/** Every day from one to another, both included; at most `limit`, the latest. */
export function daysBetween(from: string, to: string, limit: number): string[] {
  const last = Date.parse(to)
  const first = Math.max(Date.parse(from), last - (limit - 1) * DAY_MS)
  const days: string[] = []
  for (let at = first; at <= last; at += DAY_MS) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** The day so many days before. */
export const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)

function zoneOf(timeZone: string): Zone {
  const found = zones.get(timeZone)
  if (found) return found
  const formatter = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  const zone = { formatter, known: new Map<number, string>() }
  zones.set(timeZone, zone)
  return zone
}
