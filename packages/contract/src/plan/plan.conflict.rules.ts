import { DAY_MS } from '../kernel/day.ts'
import { minutesOf, shiftsBetween, wallAt } from '../kernel/zone.ts'
import {
  lengthOf,
  occurrenceOf,
  occurrences,
  occursOn,
  validityOf,
  weekdayOf,
  weekdaysOf,
  type Occurrence,
  type Recurrence,
} from './plan.rules.ts'

/** Plans of different zones are compared for so long from when both are valid. */
const COMPARED_MS = 400 * DAY_MS
/** No occurrence reaches into the third day after its own: a day, and four hours by which it may stop later. */
const REACH = [-2, -1, 0, 1, 2]

const overlap = (a: Occurrence, b: Occurrence): boolean =>
  !a.skipped && !b.skipped && a.due_at < b.hold_at && b.due_at < a.hold_at

/** Compares a plan with others: answers the first occurrence of another that holds what this one needs at the time, from now on. */
export function clashesWith(
  plan: Recurrence,
  now: number,
): (other: Recurrence) => Occurrence | undefined {
  const own = occurrenceOf(plan)
  let all: Occurrence[] | undefined
  let allFrom = NaN
  return (other) => {
    if (other.zone === plan.zone) return clashInZone(plan, own, other, now)
    const from = Math.max(now, validityOf(plan)[0] - DAY_MS, validityOf(other)[0] - DAY_MS)
    if (!all || allFrom !== from) {
      all = occurrences(plan, from, from + COMPARED_MS)
      allFrom = from
    }
    return firstClash(all, occurrences(other, from, from + COMPARED_MS), now)
  }
}

function firstClash(
  mine: readonly Occurrence[],
  theirs: readonly Occurrence[],
  now: number,
): Occurrence | undefined {
  let at = 0
  for (const their of theirs) {
    if (their.hold_at <= now) continue
    while (at < mine.length && (mine[at]?.hold_at ?? 0) <= their.due_at) at++
    for (let i = at; i < mine.length; i++) {
      const one = mine[i]
      if (!one || one.due_at >= their.hold_at) break
      if (one.hold_at > now && overlap(one, their)) return their
    }
  }
  return undefined
}

/**
 * By the clock on the wall, week against week, over all their validity: then a plan of ten years costs as much as one of a day. Only
 * around changes of the clocks the days are compared one by one.
 */
function clashInZone(
  plan: Recurrence,
  own: (day: number) => Occurrence,
  other: Recurrence,
  now: number,
): Occurrence | undefined {
  const theirs = occurrenceOf(other)
  const today = wallAt(plan.zone, now).day
  const isClash = (day: number, shift: number): Occurrence | undefined => {
    const [mine, their] = [own(day), theirs(day + shift * DAY_MS)]
    const isAhead = mine.hold_at > now && their.hold_at > now
    return isAhead && overlap(mine, their) ? their : undefined
  }
  let first: Occurrence | undefined
  const take = (found: Occurrence | undefined) => {
    if (found && (!first || found.due_at < first.due_at)) first = found
  }
  for (const [weekday, shift] of pairsOf(plan, other)) {
    const [from, to] = bothValid(plan, other, shift)
    let day = Math.max(from, today - 2 * DAY_MS)
    day += ((weekday - weekdayOf(day) + 7) % 7) * DAY_MS
    // The very day of a change may be without what all others have; one that is over is too.
    for (let tries = 0; tries < 4 && day <= to; tries++, day += 7 * DAY_MS) {
      const found = isClash(day, shift)
      take(found)
      if (found) break
    }
  }
  for (const change of shiftsBetween(plan.zone, now - DAY_MS, now + COMPARED_MS)) {
    const middle = wallAt(plan.zone, change).day
    for (const near of REACH)
      for (const shift of REACH) {
        const day = middle + near * DAY_MS
        if (occursOn(plan, day) && occursOn(other, day + shift * DAY_MS)) take(isClash(day, shift))
      }
  }
  return first
}

/** The days of the week of a plan on which it overlaps the other, with how many days later that one is. */
function pairsOf(plan: Recurrence, other: Recurrence): [weekday: number, shift: number][] {
  const others = weekdaysOf(other)
  const [start, length] = [minutesOf(plan.start), lengthOf(plan) + plan.cap_min]
  const [begin, lasts] = [minutesOf(other.start), lengthOf(other) + other.cap_min]
  const shifts = REACH.filter((shift) => {
    const then = begin + shift * 1_440
    return start < then + lasts && then < start + length
  })
  return weekdaysOf(plan).flatMap((weekday) =>
    shifts
      .filter((shift) => others.includes(((weekday - 1 + shift + 14) % 7) + 1))
      .map((shift): [number, number] => [weekday, shift]),
  )
}

/** The days of a plan on which both are valid, where the other one is so many days later. */
function bothValid(plan: Recurrence, other: Recurrence, shift: number): [number, number] {
  const [from, to] = validityOf(plan)
  const [first, last] = validityOf(other)
  return [Math.max(from, first - shift * DAY_MS), Math.min(to, last - shift * DAY_MS)]
}
