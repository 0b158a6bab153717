import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import { nouns } from '@kaibo/contract/facts/nouns.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { planApi } from '@kaibo/contract/plan/plan.api.ts'
import { FIRED_AHEAD_MS, occurrences } from '@kaibo/contract/plan/plan.rules.ts'
import type { Firing, PlanList } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import { notFound } from '#platform/fault.ts'
import type { Db } from '#platform/db/db.ts'
import { listedFirings, listedPlans, listedRooms, voicePorts } from './plan.list.store.ts'
import { settingsOf } from './plan.settings.ts'
import * as store from './plan.store.ts'

const HOUR_MS = 3_600_000
/** No firing lasts longer, with all by which it may stop later. */
const LONGEST_MS = 28 * HOUR_MS

type Shown = store.WholePlan | store.BriefPlan
type Query = ParsedOf<typeof planApi.list>
const ALL = { room_id: undefined, org_id: undefined, pc_id: undefined }

/** The plans of one room, one PC, one organisation or all, with what they come to in some weeks. */
export async function listPlans(
  db: Db<Tables>,
  actor: Actor,
  query: Query,
  now: number,
): Promise<PlanList> {
  const { room_code, from, to } = query
  const room =
    room_code === undefined ? undefined : await store.roomOf(db.query, actor.scope, room_code)
  if (room_code !== undefined && !room) throw notFound(nouns.room)
  const among = { room_id: room?.id, org_id: query.org_id, pc_id: query.pc_id }
  const plans = await listedPlans(db.query, actor.scope, among)
  const span = { from, to, since: from - LONGEST_MS }
  const firingsOf = async (some: typeof among, theirs: readonly Shown[]) =>
    [
      ...(await listedFirings(db.query, actor.scope, { ...some, ...span })),
      ...theirs.flatMap((plan) => beyond(plan, now, query)),
    ].sort((a, b) => a.due_at - b.due_at)
  const firings = await firingsOf(among, plans)
  // Whoever speaks needs a voice, also those that are not asked for.
  const isNarrowed = Object.values(among).some(Boolean)
  const speaking = isNarrowed
    ? await firingsOf(ALL, await listedPlans(db.query, actor.scope, ALL))
    : firings
  return {
    list: plans.map(store.rowOf),
    firings,
    rooms: await listedRooms(db.query, actor.scope, among),
    voice: voiceOf(speaking, query, await voicePorts(db.query)),
    settings: room ? await settingsOf(db.query, room) : null,
  }
}

/** What has no row yet. */
function beyond(plan: Shown, now: number, { from, to }: Query): Firing[] {
  const last = Math.max(plan.made_until ?? now, now)
  if (plan.enabled !== 1 || to <= last || to <= now + FIRED_AHEAD_MS - HOUR_MS) return []
  return occurrences(store.recurrenceOf(plan), Math.max(from, last), to)
    .filter(({ due_at, end_at, skipped }) => due_at >= last && end_at > from && !skipped)
    .map(({ due_at, end_at }) => ({
      id: null,
      plan_id: plan.id,
      room_code: plan.room_code,
      due_at,
      end_at,
      status: LivePlanStatus.undo,
      outcome: null,
      run_id: null,
      detail: null,
      detail_en: null,
    }))
}

/** How many rooms are to speak in each hour in which any is. */
function voiceOf(
  firings: readonly Firing[],
  { from, to }: Query,
  ports: number,
): PlanList['voice'] {
  const first = hourOf(from)
  // How many more rooms there are in an hour than in the one before.
  const more = new Int32Array(Math.ceil((to - first) / HOUR_MS) + 1)
  // In their order a room counts once an hour: until here it has.
  const counted = new Map<string, number>()
  for (const { due_at, end_at, room_code, outcome } of firings) {
    if (outcome === 'cancelled') continue
    const begin = (hourOf(Math.max(due_at, from)) - first) / HOUR_MS
    const after = Math.ceil((Math.min(end_at, to) - first) / HOUR_MS)
    const at = Math.max(begin, counted.get(room_code) ?? 0)
    if (at >= after) continue
    more[at] = (more[at] ?? 0) + 1
    more[after] = (more[after] ?? 0) - 1
    counted.set(room_code, after)
  }
  let rooms = 0
  return [...more].flatMap((by, index) => {
    rooms += by
    return rooms > 0 ? [{ hour: first + index * HOUR_MS, rooms, ports }] : []
  })
}

const hourOf = (at: number): number => at - (at % HOUR_MS)
