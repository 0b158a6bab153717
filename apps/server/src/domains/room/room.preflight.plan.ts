import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import { screens } from '@kaibo/contract/facts/screens.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { timeText, wallAt } from '@kaibo/contract/kernel/zone.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { pass, warn, type Item } from './room.preflight.item.ts'
import type * as store from './room.store.ts'

const ZONE = 'Asia/Shanghai'
/** A plan that is due so soon has to be thought of. */
const SOON_MS = 3_600_000

/** What is due within the hour in a room, or in another that needs its PC. */
export async function checkPlans(
  q: Queryable<Tables>,
  room: store.Room,
  now: number,
): Promise<Item> {
  const next = await q
    .selectFrom('plan_firing as firing')
    .innerJoin('plan', 'plan.id', 'firing.plan_id')
    .innerJoin('room', 'room.id', 'firing.room_id')
    .select(['firing.due_at', 'plan.name', 'room.id as room_id', 'room.name as room_name'])
    .where('firing.status', '=', LivePlanStatus.undo)
    .where('firing.due_at', '>', now)
    .where('firing.due_at', '<=', now + SOON_MS)
    .where('room.deleted_at', 'is', null)
    .where((is) => is(is.fn.coalesce('room.plans_off', is.val(0)), '=', 0))
    .where((is) =>
      is.or([
        is('room.id', '=', room.id),
        // One PC runs all rooms of the demonstration.
        ...(room.pc_id === null || room.is_demo === 1 ? [] : [is('room.pc_id', '=', room.pc_id)]),
      ]),
    )
    .orderBy('firing.due_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return pass('plan', words('一小时内没有计划', 'None within the hour'))
  const { name, room_name, room_id, due_at } = next
  const time = timeText(wallAt(ZONE, due_at).minutes)
  if (room_id === room.id)
    return pass(
      'plan',
      words(
        `${time}的计划「${name}」到点并入这一场`,
        `The plan “${name}” of ${time} joins this run`,
      ),
    )
  return warn(
    'plan',
    words(
      `同一PC的直播间「${room_name}」${time}按计划开播`,
      `The room “${room_name}” on the same PC is to start at ${time}`,
    ),
    words('在那之前停播，或移动那个计划', 'Stop before then, or move that plan'),
    { path: `${screens.digitalPlan.path.replace(':room_code', room.room_code)}?show=pc` },
  )
}
