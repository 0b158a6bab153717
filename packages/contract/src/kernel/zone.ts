import { DAY_MS } from './day.ts'

/* Time zones without a library: the offsets of one are read from Intl once a year, then only looked up. */

const MINUTE_MS = 60_000
/** No zone changes its clocks twice within a week. */
const STEP_MS = 7 * DAY_MS

/** From `from` until `to` the zone's clocks are `offset` ahead of UTC. A year's end ends a stretch too. */
interface Stretch {
  from: number
  to: number
  offset: number
}

interface Zone {
  format: Intl.DateTimeFormat
  years: Map<number, readonly Stretch[]>
}
const zones = new Map<string, Zone>()

/** Whether this is a time zone by its name, `Asia/Shanghai`. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return false
  try {
    return zoneOf(name) !== undefined
  } catch {
    return false
  }
}

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  // The Swedish locale writes dates in ISO format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: name,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const zone = { format, years: new Map<number, readonly Stretch[]>() }
  zones.set(name, zone)
  return zone
}

const offsetRead = ({ format }: Zone, at: number): number => {
  const second = Math.floor(at / 1000) * 1000
  return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second
}

function stretchesOf(zone: Zone, year: number): readonly Stretch[] {
  const known = zone.years.get(year)
  if (known) return known
  const end = Date.UTC(year + 1, 0, 1)
  const found: Stretch[] = []
  let from = Date.UTC(year, 0, 1)
  let offset = offsetRead(zone, from)
  for (let at = from; at < end; at += STEP_MS) {
    const next = Math.min(at + STEP_MS, end)
    const then = offsetRead(zone, next)
    if (then === offset) continue
    const to = firstWith(zone, then, at, next)
    found.push({ from, to, offset })
    from = to
    offset = then
  }
  if (from < end) found.push({ from, to: end, offset })
  zone.years.set(year, found)
  return found
}

/** The first whole minute after `before` at which the clocks are that far ahead; they are so at `after`. */
function firstWith(zone: Zone, offset: number, before: number, after: number): number {
  let [low, high] = [before, after]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetRead(zone, middle) === offset) high = middle
    else low = middle
  }
  return high
}

function stretchAt(name: string, at: number): Stretch {
  const stretches = stretchesOf(zoneOf(name), new Date(at).getUTCFullYear())
  const found = stretches.find(({ to }) => at < to) ?? stretches.at(-1)
  if (!found) throw new Error(`no time in ${name}`)
  return found
}

/** The instants at which the clocks of a zone are changed, from one instant until another. */
export function shiftsBetween(name: string, from: number, to: number): number[] {
  const shifts: number[] = []
  for (let at = from; at < to;) {
    const { to: end, offset } = stretchAt(name, at)
    if (end < to && stretchAt(name, end).offset !== offset) shifts.push(end)
    at = end
  }
  return shifts
}

/**
 * When the clocks of a zone show this: `day` as the milliseconds of its midnight in UTC, `minutes` after midnight. A time that a
 * change of the clocks leaves out is the instant of the change; of one that comes twice it is the first.
 */
export const clockOf = (name: string): ((day: number, minutes: number) => number) => {
  let quiet: Stretch | undefined
  return (day, minutes) => {
    const wall = day + minutes * MINUTE_MS
    // Far from any change: the usual case, and the only quick one.
    if (quiet && wall - DAY_MS >= quiet.from && wall + DAY_MS < quiet.to) return wall - quiet.offset
    const [before, after] = [stretchAt(name, wall - DAY_MS), stretchAt(name, wall + DAY_MS)]
    if (before.offset === after.offset) {
      quiet = before
      return wall - before.offset
    }
    const first = wall - before.offset
    if (stretchAt(name, first).offset === before.offset) return first
    const second = wall - after.offset
    if (stretchAt(name, second).offset === after.offset) return second
    return shiftsBetween(name, wall - DAY_MS, wall + DAY_MS)[0] ?? second
  }
}

/** What the clocks of a zone show: the midnight of its day in UTC, and the minutes since. */
export function wallAt(name: string, at: number): { day: number; minutes: number } {
  const wall = at + stretchAt(name, at).offset
  const day = Math.floor(wall / DAY_MS) * DAY_MS
  return { day, minutes: Math.floor((wall - day) / MINUTE_MS) }
}

export const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10)

export const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/

/** `08:30` → 510. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** 510 → `08:30`. */
export const timeText = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')

/** The next instant after this one at which the clocks show that time. */
export function nextAt(name: string, time: string, now: number): number {
  const clock = clockOf(name)
  const minutes = minutesOf(time)
  const { day } = wallAt(name, now)
  const today = clock(day, minutes)
  return today > now ? today : clock(day + DAY_MS, minutes)
}
