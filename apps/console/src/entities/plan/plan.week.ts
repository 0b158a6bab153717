import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { clockOf, wallAt } from '@kaibo/contract/kernel/zone.ts'
import { DEFAULT_ZONE, weekdayOf } from '@kaibo/contract/plan/plan.rules.ts'
import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'

export const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000

/** The Monday of the week of an instant, as the milliseconds of its midnight in UTC. */
export function mondayOf(at: number): number {
  const { day } = wallAt(DEFAULT_ZONE, at)
  return day - (weekdayOf(day) - 1) * DAY_MS
}

/** The instants at which a week begins and ends. */
export function weekFrom(monday: number): { from: number; to: number } {
  const clock = clockOf(DEFAULT_ZONE)
  return { from: clock(monday, 0), to: clock(monday + 7 * DAY_MS, 0) }
}

/** A piece of a firing within one day of the week. */
export interface Block {
  key: string
  firing: Firing
  plan: PlanRow | undefined
  /** 0 for Monday. */
  day: number
  /** Minutes of the day, or of the week where the days follow one another. */
  from: number
  to: number
  /** Of so many that overlap it is this one. */
  lane: number
  lanes: number
}

/** The firings of a week by day, those that overlap beside each other. */
export function blocksOf({ list, firings }: PlanList, monday: number): Block[] {
  const plans = new Map(list.map((plan) => [plan.id, plan]))
  const blocks = firings
    .filter(({ outcome }) => outcome !== 'cancelled')
    .flatMap((firing) => pieces(firing, plans.get(firing.plan_id), monday))
    .sort((a, b) => a.day - b.day || a.from - b.from || b.to - a.to)
  let group: Block[] = []
  let end = -1
  const close = () => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const block of group) block.lanes = lanes
    group = []
  }
  for (const block of blocks) {
    const at = block.day * DAY_MINUTES + block.from
    if (at >= end) close()
    const taken = new Set(group.filter(({ to }) => to > block.from).map(({ lane }) => lane))
    while (taken.has(block.lane)) block.lane++
    group.push(block)
    end = Math.max(group.length === 1 ? 0 : end, block.day * DAY_MINUTES + block.to)
  }
  close()
  return blocks
}

function pieces(firing: Firing, plan: PlanRow | undefined, monday: number): Block[] {
  const begin = wallAt(DEFAULT_ZONE, firing.due_at)
  const first = (begin.day - monday) / DAY_MS
  const length = Math.max(1, Math.round((firing.end_at - firing.due_at) / MINUTE_MS))
  const found: Block[] = []
  let [day, from, left] = [first, begin.minutes, length]
  while (left > 0) {
    const to = Math.min(DAY_MINUTES, from + left)
    if (day >= 0 && day < 7) {
      const key = `${firing.plan_id}-${firing.due_at}-${day}`
      found.push({ key, firing, plan, day, from, to, lane: 0, lanes: 1 })
    }
    left -= to - from
    from = 0
    day += 1
  }
  return found
}
