import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import { DEFAULT_ZONE } from '@kaibo/contract/plan/plan.rules.ts'
import { words } from '@kaibo/contract/kernel/words.ts'
import { stopOf } from '@kaibo/contract/room/room.stop.rules.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Instant } from '#platform/db/instant.ts'
import { invalid } from '#platform/fault.ts'
import type { Platform } from '#platform/platform.ts'
import { settingsOf } from './plan.settings.ts'
import * as store from './plan.store.ts'

type Room = Pick<Tables['room'], 'id' | 'state' | 'plans_off'>
type Stop = ReturnType<typeof stopOf>

/** What a run begins with. */
export interface Planned {
  plan_id: string | null
  stop: Stop | null
  firing: { id: string; number: number } | null
  opened(trx: Transaction<Tables>, run_id: string): Promise<void>
}

const NOTHING = { plan_id: null, stop: null, firing: null, opened: () => Promise.resolve() }

interface Asked {
  plan_id?: string | undefined
  stop?: store.StopRule | undefined
}

/** What a run is given that a person starts: the plan that they named, the one that could not start, or what the room says by itself. */
export const createByHand =
  ({ db }: Platform<Tables>, instant: Instant) =>
  async (room: Room, { plan_id, stop }: Asked): Promise<Planned> => {
    const now = await instant()
    const given = await withPlan(room, plan_id, now)
    if (!stop) return given
    return { ...given, stop: stopOf(stop, { zone: DEFAULT_ZONE, now, by: 'person' }) }

    async function withPlan(room: Room, asked: string | undefined, now: number): Promise<Planned> {
      if (asked !== undefined) {
        const plan = await planOf(asked)
        if (!plan) throw invalid({ plan_id: NO_PLAN })
        const stop = stopOf(store.stopIn(plan), { zone: plan.zone, now, by: 'plan' })
        return { ...NOTHING, plan_id: plan.id, stop }
      }
      if (room.state === 'needs_attention') {
        const left = await leftOver(room, now)
        if (left) return left
      }
      const { script_plan_id, stop } = await settingsOf(db.query, room)
      const plan = script_plan_id === null ? undefined : await planOf(script_plan_id)
      return {
        ...NOTHING,
        plan_id: plan?.id ?? null,
        stop: stop && stopOf(stop, { zone: DEFAULT_ZONE, now, by: 'person' }),
      }
    }

    function planOf(id: string) {
      return db.query
        .selectFrom('plan')
        .selectAll()
        .where('id', '=', id)
        .where('room_id', '=', room.id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    }

    /** The firing whose checks were not passed, while it is not over. */
    async function leftOver({ id }: Room, now: number): Promise<Planned | undefined> {
      const firing = await db.query
        .selectFrom('plan_firing')
        .selectAll()
        .where('room_id', '=', id)
        .where('status', '=', LivePlanStatus.done)
        .where('outcome', '=', 'blocked')
        .orderBy('due_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      const plan = firing && (await planOf(firing.plan_id))
      if (!plan || firing.end_at <= now) return undefined
      const stop = stopOf(store.stopIn(plan), {
        zone: plan.zone,
        now,
        by: 'plan',
        at: firing.end_at,
      })
      return {
        plan_id: plan.id,
        stop,
        firing: { id: firing.id, number: firing.tries + 1 },
        opened: (trx, run_id) =>
          opened(trx, { id: firing.id, tries: firing.tries, run_id, now }, ['blocked']),
      }
    }
  }

/** Another server has taken the firing. */
export class FiringGone extends Error {}

/** The run of a firing stands: written with it, once for each try. */
export async function opened(
  trx: Transaction<Tables>,
  { id, tries, run_id, now }: { id: string; tries: number; run_id: string; now: number },
  from: readonly ('blocked' | null)[],
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('plan_firing')
    .set({
      status: LivePlanStatus.done,
      outcome: 'started',
      run_id,
      tries: tries + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where((is) =>
      is.or(
        from.map((outcome) =>
          outcome === null ? is('outcome', 'is', null) : is('outcome', '=', outcome),
        ),
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new FiringGone(id)
}

const NO_PLAN = words('计划不存在或不属于此直播间', 'There is no such plan of this room')
