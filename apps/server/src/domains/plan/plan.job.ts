import { words } from '@kaibo/contract/kernel/words.ts'
import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Job } from '#platform/job.ts'
import { hold } from '#platform/db/hold.ts'
import type { Platform } from '#platform/platform.ts'
import type { PlanBook } from './plan.book.ts'

const EVERY_MS = 600_000
const DAY_MS = 86_400_000
/** A PC that is long away may still ask for what it was to say. */
const KEPT_MS = 8 * DAY_MS
const A_STEP = 500

/** Makes the firings of the days ahead, and deletes what no plan says any more. */
export function createPlanJob({ db, clock }: Platform<Tables>, book: PlanBook): Job<Tables> {
  return {
    name: 'plans',
    called: words('排定播出计划', 'Setting plans'),
    units: ['firings', 'scripts'],
    everyMs: EVERY_MS,
    async work(lease) {
      if (lease.unit === 'scripts') {
        const before = Math.min(clock.now(), lease.taken_at) - KEPT_MS
        const deleted = await lease.transaction(async (trx) => {
          const { numAffectedRows } = await sql`
            delete from pack where hash in (
              select hash from pack where kind = 'script' and at < ${before}
                and not exists (select 1 from plan where plan.script_hash = pack.hash
                  and plan.deleted_at is null)
              limit ${sql.lit(A_STEP)})`.execute(trx)
          return Number(numAffectedRows)
        })
        return deleted < A_STEP ? 'done' : 'more'
      }
      const plans = await db.query
        .selectFrom('plan')
        .innerJoin('room', 'room.id', 'plan.room_id')
        .select(['plan.id', 'plan.room_id'])
        .where('plan.deleted_at', 'is', null)
        .where('plan.enabled', '=', 1)
        .where('room.deleted_at', 'is', null)
        .execute()
      for (const { id, room_id } of plans) {
        if (lease.signal.aborted) return 'more'
        await lease.transaction(async (trx) => {
          // Whoever saves the plan holds the room too
          await hold(trx, 'room', 'id', room_id)
          const plan = await trx
            .selectFrom('plan')
            .selectAll()
            .where('id', '=', id)
            .where('deleted_at', 'is', null)
            .where('enabled', '=', 1)
            .executeTakeFirst()
          if (plan) await book.makeFirings(trx, plan)
        })
      }
      return 'done'
    },
  }
}
