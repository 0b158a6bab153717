import type { Transaction } from 'kysely'
import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import { FIRED_AHEAD_MS, occurrences, type Occurrence } from '@kaibo/contract/plan/plan.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Instant } from '#platform/db/instant.ts'
import type { Platform } from '#platform/platform.ts'
import { assertFree, type Needs } from './plan.conflicts.ts'
import { repackScript } from './plan.script.ts'
import * as store from './plan.store.ts'

type Trx = Transaction<Tables>

/** A server that was away so long makes good no more: what it missed is noted as skipped. */
const CAUGHT_UP_MS = 86_400_000

/** What plans come to: when rooms are due, and what would be needed twice at once. */
export function createPlanBook({ db, ids }: Platform<Tables>, instant: Instant) {
  /** Makes the firings of a plan for the days ahead; what it is not due at any more is cancelled. */
  async function makeFirings(trx: Trx, plan: store.Plan): Promise<void> {
    const now = await instant()
    const until = now + FIRED_AHEAD_MS
    const from = Math.max(plan.made_until ?? now, now - CAUGHT_UP_MS)
    const said = occurrences(store.recurrenceOf(plan), Math.min(from, now), until)
    const due = said.map(({ due_at }) => due_at)
    await store.cancelFirings(trx, { plan_id: plan.id }, now, due)
    const isAhead = ({ due_at }: Occurrence) => due_at > Math.min(from, now)
    const ahead = said.filter(isAhead)
    for (const { due_at, end_at } of said.filter((one) => !isAhead(one)))
      await store.endAt(trx, { plan_id: plan.id, due_at, end_at })
    await store.keepFirings(
      trx,
      ahead.map(({ due_at, end_at, skipped }) => ({
        id: ids.next(now),
        plan_id: plan.id,
        room_id: plan.room_id,
        org_id: plan.org_id,
        due_at,
        end_at,
        status: skipped ? LivePlanStatus.done : LivePlanStatus.undo,
        outcome: skipped ? ('skipped_clock' as const) : null,
        detail: skipped ? '当天时钟调整，停播不晚于开播' : null,
        detail_en: skipped ? 'The clocks change that day: it would stop before it began' : null,
        run_id: null,
        claimed_at: null,
        first_at: null,
        retry_at: null,
        updated_at: now,
      })),
    )
    await trx.updateTable('plan').set({ made_until: until }).where('id', '=', plan.id).execute()
  }

  return {
    makeFirings,

    /** The body of a script that some room of this PC speaks. */
    scriptFor: async (pc_id: string, hash: string): Promise<string | undefined> =>
      (await store.scriptOfPc(db.query, pc_id, hash))?.body,

    /** The file of an asset is another one: what plans say is packed anew. Answers the PCs that say it. */
    async repack(trx: Trx, asset_id: string): Promise<string[]> {
      const plans = await store.playing(trx, asset_id)
      const now = await instant()
      for (const { id, org_id, loop, ...plan } of plans) {
        const script = { org_id, segments: store.segmentsIn(plan), loop: loop === 1 }
        const packed = await repackScript(trx, script, now)
        await trx.updateTable('plan').set(packed).where('id', '=', id).execute()
      }
      return plans.flatMap(({ pc_id }) => pc_id ?? [])
    },

    /** The room has another account or PC: 1006 where its plans need what others have then. */
    async recheck(trx: Trx, room: Needs): Promise<void> {
      const plans = await store.enabledOf(trx, room.id)
      if (plans.length === 0) return
      const own = plans.map((plan) => ({ id: plan.id, plan: store.recurrenceOf(plan) }))
      await assertFree(trx, room, own, await instant())
    },

    /** The room is deleted. */
    async end(trx: Trx, room_id: string): Promise<void> {
      await store.cancelFirings(trx, { room_id }, await instant())
    },

    /** Its deletion is taken back. */
    async revive(trx: Trx, room: Needs): Promise<void> {
      const plans = await store.enabledOf(trx, room.id)
      const own = plans.map((plan) => ({ id: plan.id, plan: store.recurrenceOf(plan) }))
      if (own.length > 0) await assertFree(trx, room, own, await instant())
      for (const plan of plans) await makeFirings(trx, { ...plan, made_until: null })
    },
  }
}

export type PlanBook = ReturnType<typeof createPlanBook>
