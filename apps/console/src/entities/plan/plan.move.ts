import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { dayText, minutesOf, timeText } from '@kaibo/contract/kernel/zone.ts'
import type { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { clashesWith } from '@kaibo/contract/plan/plan.conflict.rules.ts'
import { conflictWords } from '@kaibo/contract/plan/plan.conflict.words.ts'
import type { ConflictKind } from '@kaibo/contract/plan/plan.enums.ts'
import { lengthOf, weekdayOf, type Recurrence } from '@kaibo/contract/plan/plan.rules.ts'
import type { Firing, PlanList, PlanRow } from '@kaibo/contract/plan/plan.schema.ts'
import { capMinutesOf } from '@kaibo/contract/room/room.stop.rules.ts'

export const STEP_MINUTES = 15
const DAY_MINUTES = 1_440
const MINUTE_MS = 60_000

/** How a plan is moved: its beginning and its end by minutes on each of its days, and the one that is held by days. */
export interface Shift {
  begin: number
  end: number
  days: number
}

export const NO_SHIFT: Shift = { begin: 0, end: 0, days: 0 }

export const asRecurrence = ({ stop, ...plan }: PlanRow): Recurrence => ({
  ...plan,
  stop_at: stop.at ?? plan.start,
  cap_min: capMinutesOf(stop),
})

/** The plan as it will be; `day` is the one that is held, in the plan's own zone. */
export function shifted(plan: PlanRow, { begin, end, days }: Shift, day: number): PlanRow {
  const start = minutesOf(plan.start) + begin
  const stop = minutesOf(plan.start) + lengthOf(asRecurrence(plan)) + end
  const length = Math.min(DAY_MINUTES, Math.max(STEP_MINUTES, stop - start))
  const at = wrapped(start)
  const over = Math.floor(start / DAY_MINUTES)
  return {
    ...plan,
    ...daysOf(plan, day, days, over),
    start: timeText(at),
    stop: { ...plan.stop, at: timeText(wrapped(at + length)) },
  }
}

const wrapped = (minutes: number) => ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES
const weekdayAfter = (weekday: number, days: number) => ((((weekday - 1 + days) % 7) + 7) % 7) + 1

/** The day that is held becomes another; where the time passes midnight, all of them do. */
function daysOf(
  { date, weekdays }: PlanRow,
  day: number,
  days: number,
  over: number,
): Pick<PlanRow, 'date' | 'weekdays'> {
  if (date !== null)
    return { date: dayText(Date.parse(date) + (days + over) * DAY_MS), weekdays: [] }
  const held = weekdayOf(day)
  const own = weekdays.map((weekday) => (weekday === held ? weekdayAfter(weekday, days) : weekday))
  const all = own.map((weekday) => weekdayAfter(weekday, over))
  return { date, weekdays: [...new Set(all)].sort((a, b) => a - b) }
}

/** What another plan of this list needs at the time, as the server would refuse it: said before anything is saved. */
export function clashIn({ list, rooms }: PlanList, plan: PlanRow, now: number): Words | undefined {
  if (plan.enabled !== 1) return undefined
  const pcOf = new Map(rooms.map(({ room_code, pc }) => [room_code, pc?.id]))
  const pc = pcOf.get(plan.room_code)
  const shared = (other: PlanRow): ConflictKind | undefined => {
    if (other.room_code === plan.room_code) return 'room'
    const isOnPc = pc !== undefined && pcOf.get(other.room_code) === pc
    // One PC runs all rooms of the demonstration.
    return isOnPc && other.is_demo === 0 && plan.is_demo === 0 ? 'pc' : undefined
  }
  const clash = clashesWith(asRecurrence(plan), now)
  for (const other of list) {
    if (other.id === plan.id || other.enabled !== 1) continue
    const kind = shared(other)
    const at = kind && clash(asRecurrence(other))
    if (kind && at) return conflictWords(other, at, kind)
  }
  return undefined
}

/** What people say of a plan, but for its script. */
export const saidOf = (plan: PlanRow) => ({
  name: plan.name,
  zone: plan.zone,
  date: plan.date,
  weekdays: plan.weekdays,
  start: plan.start,
  stop: plan.stop,
  valid_from: plan.valid_from,
  valid_to: plan.valid_to,
  loop: plan.loop,
  late: plan.late,
  enabled: plan.enabled,
})

/** What is sent to save a plan whose script stays. */
export const draftOf = (plan: PlanRow): InputOf<typeof planApi.add> => {
  const { id, version, room_code } = plan
  return { id, version, room_code, ...saidOf(plan) }
}

/** The list with the plan where it was dropped, until the server has answered. */
export function withMoved(list: PlanList, moved: PlanRow, held: Firing, by: Shift): PlanList {
  if (!list.list.some(({ id }) => id === moved.id)) return list
  const place = (firing: Firing): Firing => {
    if (firing.plan_id !== moved.id || firing.outcome !== null) return firing
    const days = firing.due_at === held.due_at ? by.days * DAY_MS : 0
    const due_at = firing.due_at + by.begin * MINUTE_MS + days
    return { ...firing, due_at, end_at: firing.end_at + by.end * MINUTE_MS + days }
  }
  return {
    ...list,
    list: list.list.map((one) => (one.id === moved.id ? { ...one, ...moved } : one)),
    firings: list.firings.map(place),
  }
}
