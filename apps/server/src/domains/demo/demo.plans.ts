import { Code } from '@kaibo/contract/facts/codes.ts'
import { LivePlanStatus, StopLive } from '@kaibo/contract/facts/enums.ts'
import { DAY_MS, dayOf } from '@kaibo/contract/kernel/day.ts'
import { minutesOf, timeText } from '@kaibo/contract/kernel/zone.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { Fault } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { scriptOf } from './demo.films.ts'
import { EVENING_MINUTES, type PastRun } from './demo.history.ts'
import type { DemoRoom } from './demo.seed.ts'

const MINUTE_MS = 60_000
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const FRIDAY = 5

/** A plan as it is saved from the form. */
export interface DemoPlan {
  room_code: string
  name: string
  date?: string
  weekdays: number[]
  start: string
  stop: { mode: 2; at: string; step_min: number; cap_min: number; gift_s: number }
  segments: { kind: 'talk'; text: string }[]
}

export interface PlanMakers {
  /** Refuses what conflicts, as it does for people. */
  savePlan(actor: Actor, plan: DemoPlan): Promise<{ id: string; room_id: string }>
  /** Why a room could not start now, in both languages; nothing where it could. */
  whyBlocked(actor: Actor, room_code: string): Promise<{ zh: string; en: string } | undefined>
}

export interface PlannedRoom {
  room_code: string
  demo: DemoRoom
  runs: readonly (Omit<PastRun, 'items'> & { run_id: string })[]
}

type Platformed = Platform<Tables>

/** Gives each room its evening, with what came of it in the last week; the first two have a plan more. */
export async function addPlans(
  platform: Platformed,
  makers: PlanMakers,
  actor: Actor,
  rooms: readonly PlannedRoom[],
): Promise<void> {
  for (const room of rooms) {
    const { demo } = room
    const plan = planOf(room, { name: '晚间场', start: demo.begins, weekdays: EVERY_DAY })
    const segments = scriptOf(demo).map((text) => ({ kind: 'talk' as const, text }))
    const saved = await makers.savePlan(actor, { ...plan, segments })
    await addPast(platform, saved, room)
  }
  const [first, second] = rooms
  if (first) await addBlocked(platform, makers, actor, first)
  if (second) await addMoved(makers, actor, second)
}

function planOf(
  { room_code }: PlannedRoom,
  { start, ...more }: Pick<DemoPlan, 'name' | 'start' | 'weekdays'> & { date?: string },
): DemoPlan {
  const at = timeText(minutesOf(start) + EVENING_MINUTES)
  const mode = StopLive.check_setime
  return {
    room_code,
    start,
    stop: { mode, at, step_min: 5, cap_min: 30, gift_s: 60 },
    segments: [],
    ...more,
  }
}

type Past = Pick<Tables['plan_firing'], 'due_at' | 'outcome' | 'run_id' | 'detail' | 'detail_en'>

/** Each evening of the history began by the plan; on a day off the plans were switched off. */
async function addPast(
  platform: Platformed,
  plan: { id: string; room_id: string },
  { demo, runs }: PlannedRoom,
): Promise<void> {
  const now = platform.clock.now()
  for (let ago = 7; ago > 0; ago--) {
    const day = dayOf(now - ago * DAY_MS)
    const run = runs.find((one) => one.day === day)
    const due_at = Date.parse(`${day}T${demo.begins}:00+08:00`)
    const past = run
      ? ({ outcome: 'started', run_id: run.run_id } as const)
      : ({ outcome: 'skipped_off', run_id: null } as const)
    const id = await addFiring(platform, plan, { due_at, ...past, detail: null, detail_en: null })
    if (!run) continue
    await platform.db.query
      .updateTable('run')
      .set({ plan_id: plan.id, firing_id: id, firing_try: 1 })
      .where('run_id', '=', run.run_id)
      .execute()
  }
}

async function addFiring(
  { db, ids }: Platformed,
  { id: plan_id, room_id }: { id: string; room_id: string },
  past: Past,
): Promise<string> {
  const id = ids.next(past.due_at)
  const { org_id } = await db.query
    .selectFrom('plan')
    .select('org_id')
    .where('id', '=', plan_id)
    .executeTakeFirstOrThrow()
  await db.query
    .insertInto('plan_firing')
    .values({
      id,
      plan_id,
      room_id,
      org_id,
      ...past,
      end_at: past.due_at + EVENING_MINUTES * MINUTE_MS,
      status: LivePlanStatus.done,
      tries: past.run_id === null ? 0 : 1,
      claimed_at: past.due_at,
      first_at: past.due_at,
      retry_at: null,
      updated_at: past.due_at,
    })
    .execute()
  return id
}

/** One noon of yesterday: the checks are those of this very room, whose PC is not there yet. */
async function addBlocked(
  platform: Platformed,
  makers: PlanMakers,
  actor: Actor,
  room: PlannedRoom,
): Promise<void> {
  const date = dayOf(platform.clock.now() - DAY_MS)
  const plan = planOf(room, { name: '午间加场', start: '12:00', weekdays: [], date })
  const saved = await makers.savePlan(actor, plan)
  const why = await makers.whyBlocked(actor, room.room_code)
  const due_at = Date.parse(`${date}T12:00:00+08:00`)
  const detail = { detail: why?.zh ?? null, detail_en: why?.en ?? null }
  await addFiring(platform, saved, { due_at, outcome: 'blocked', run_id: null, ...detail })
}

/** On Fridays one more, an hour after the evening has begun: refused for its conflict, and put behind it. */
async function addMoved(makers: PlanMakers, actor: Actor, room: PlannedRoom): Promise<void> {
  const begins = minutesOf(room.demo.begins)
  const extra = (start: string, name: string) => planOf(room, { name, start, weekdays: [FRIDAY] })
  try {
    await makers.savePlan(actor, extra(timeText(begins + 60), '周五加场'))
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== Code.conflict) throw error
    const later = extra(timeText(begins + EVENING_MINUTES), '周五加场（避开晚间场）')
    await makers.savePlan(actor, later)
  }
}
