import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { roomCan } from '@kaibo/contract/room/room.rules.ts'
import type { planApi } from '@kaibo/contract/plan/plan.api.ts'
import type { PlanSettings } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Actor } from '#platform/auth/actor.ts'
import type { Queryable } from '#platform/db/db.ts'
import { hold } from '#platform/db/hold.ts'
import { conflict, fault, invalid } from '#platform/fault.ts'
import { Code } from '@kaibo/contract/facts/codes.ts'

type Q = Queryable<Tables>
type Draft = ParsedOf<typeof planApi.settings>

const PART = 'plan_settings'
const DEFAULTS = { late_min: 5, prewarm: true, script_plan_id: null, stop: null } as const

/** How a room follows its plans. */
export async function settingsOf(
  q: Q,
  { id, plans_off }: { id: string; plans_off: number | null },
): Promise<PlanSettings> {
  const part = await q
    .selectFrom('room_part')
    .select(['version', 'value_json'])
    .where('room_id', '=', id)
    .where('part', '=', PART)
    .executeTakeFirst()
  const own = JSON.parse(part?.value_json ?? '{}') as Partial<PlanSettings>
  return { ...DEFAULTS, ...own, plans_on: plans_off !== 1, version: part?.version ?? 0 }
}

/** Saves them; 1006 with what stands where somebody else saved meanwhile. */
export async function saveSettings(
  q: Q,
  actor: Actor,
  room: Tables['room'],
  { version, plans_on, late_min, prewarm, script_plan_id = null, stop = null }: Draft,
  now: number,
): Promise<PlanSettings> {
  await hold(q, 'room', 'id', room.id)
  const { state, plans_off } = await q
    .selectFrom('room')
    .select(['state', 'plans_off'])
    .where('id', '=', room.id)
    .executeTakeFirstOrThrow()
  const can = roomCan('savePart', state)
  if (can !== true) throw conflict(can)
  if (script_plan_id !== null) await assertPlan(q, room.id, script_plan_id)
  const before = await settingsOf(q, { id: room.id, plans_off })
  if (before.version !== version) throw fault(Code.conflict, SAVED, before)
  const value_json = JSON.stringify({ late_min, prewarm, script_plan_id, stop })
  const saved = { version: version + 1, value_json, updated_at: now, updated_by: actor.uid }
  await q
    .insertInto('room_part')
    .values({ room_id: room.id, part: PART, ...saved })
    .onConflict((on) => on.columns(['room_id', 'part']).doUpdateSet(saved))
    .execute()
  await q
    .updateTable('room')
    .set({ plans_off: plans_on ? 0 : 1 })
    .where('id', '=', room.id)
    .execute()
  return settingsOf(q, { id: room.id, plans_off: plans_on ? 0 : 1 })
}

async function assertPlan(q: Q, room_id: string, id: string): Promise<void> {
  const plan = await q
    .selectFrom('plan')
    .select('id')
    .where('id', '=', id)
    .where('room_id', '=', room_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!plan)
    throw invalid({
      script_plan_id: words('计划不存在或不属于此直播间', 'There is no such plan of this room'),
    })
}

const SAVED = words(
  '有人刚刚保存过计划设置，请核对后重新提交',
  'Somebody just saved these settings; look again and submit',
)
