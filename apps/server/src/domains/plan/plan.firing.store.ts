import { sql } from 'kysely'
import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'
import type { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type Firing = Omit<Tables['plan_firing'], 'tries'> & { tries: number }

/** A server that took a firing and ended is waited for so long. */
export const CLAIM_MS = 60_000
const AGAIN_MS = 900

/**
 * Takes firings that are due, each once: of servers that do so at the same time every firing is one's. On PostgreSQL one does not wait
 * for another's.
 */
export async function claim(q: Q, dialect: Dialect, now: number, most: number): Promise<Firing[]> {
  // One of so much later was made by a clock that has been put back since.
  const lapsed = sql`(claimed_at <= ${now - CLAIM_MS} or claimed_at > ${now + CLAIM_MS})`
  const { rows } = await sql<Firing>`
    update plan_firing set claimed_at = ${now},
      first_at = case when first_at < ${now} then first_at else ${now} end
    where id in (
      select id from plan_firing
      where status = 0 and due_at <= ${now}
        and (retry_at is null or retry_at <= ${now})
        and (claimed_at is null or ${lapsed})
      order by due_at limit ${sql.lit(most)} ${dialect === 'pg' ? sql`for update skip locked` : sql``})
      and status = 0 and (claimed_at is null or ${lapsed})
    returning *`.execute(q)
  return rows
}

/** Its plan and its room; without them where it is not to be any more. */
export async function subjectOf(q: Q, { plan_id, room_id }: Firing) {
  const plan = await q
    .selectFrom('plan')
    .selectAll()
    .where('id', '=', plan_id)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1)
    .executeTakeFirst()
  const room = await q
    .selectFrom('room')
    .selectAll()
    .where('id', '=', room_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return { plan, room }
}

/** It is looked at again in a second. */
export async function letGo(q: Q, { id, claimed_at }: Firing, now: number): Promise<void> {
  await q
    .updateTable('plan_firing')
    .set({ claimed_at: now - CLAIM_MS + AGAIN_MS })
    .where('id', '=', id)
    .where('claimed_at', '=', claimed_at)
    .execute()
}

/**
 * Whether what a resting room needs will be there in a moment: its PC is connecting again, or another room that has its account or its
 * PC winds up, or is to by `ends_by`.
 */
export async function isAwaited(
  q: Q,
  { id, account_id, pc_id }: Pick<Tables['room'], 'id' | 'account_id' | 'pc_id'>,
  { since, ends_by }: { since: number; ends_by: number },
): Promise<boolean> {
  if (pc_id !== null) {
    const pc = await q
      .selectFrom('pc')
      .select(presenceSince(since).as('presence'))
      .where('id', '=', pc_id)
      .executeTakeFirst()
    if (pc?.presence === PcPresence.unknown) return true
  }
  const other = await q
    .selectFrom('room')
    .innerJoin('run', 'run.run_id', 'room.run_id')
    .select('room.id')
    .where('room.id', '<>', id)
    .where('room.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('room.account_id', '=', account_id),
        // One PC runs all rooms of the demonstration.
        ...(pc_id === null ? [] : [is.and({ 'room.pc_id': pc_id, 'room.is_demo': 0 })]),
      ]),
    )
    .where('run.ended_at', 'is', null)
    .where((is) =>
      is.or([is('run.end_cause', 'is not', null), is('run.stop_due_at', '<=', ends_by)]),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

interface End {
  outcome: FiringOutcome
  run_id?: string | null
  detail?: string | null
  detail_en?: string | null
}

/** Only what nobody has ended yet; answers whether it was so. */
export async function settle(
  q: Q,
  { id }: Pick<Firing, 'id'>,
  end: End,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('plan_firing')
    .set({ ...end, status: LivePlanStatus.done, updated_at: now })
    .where('id', '=', id)
    .where('status', '=', LivePlanStatus.undo)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Rooms whose planned run has failed, and nobody has done anything since. */
export const failures = (q: Q) =>
  q
    .selectFrom('room')
    .innerJoin('run', 'run.run_id', 'room.run_id')
    .innerJoin('plan_firing as firing', 'firing.id', 'run.firing_id')
    .select([
      'firing.id',
      'firing.end_at',
      'firing.tries',
      'firing.run_id',
      'run.ended_at',
      'run.end_cause',
      'room.last_error',
      'room.last_error_en',
    ])
    .where('room.state', '=', 'failed')
    .where('room.deleted_at', 'is', null)
    .where('firing.outcome', '=', 'started')
    .whereRef('firing.run_id', '=', 'run.run_id')
    .execute()

export type Failure = Awaited<ReturnType<typeof failures>>[number]

/** Starts again at `retry_at`, or is over; once for each try. */
export const failed = (
  q: Q,
  { id, run_id, tries }: Failure,
  to: { retry_at: number | null; detail: string; detail_en: string },
  now: number,
) =>
  q
    .updateTable('plan_firing')
    .set({
      ...to,
      status: to.retry_at === null ? LivePlanStatus.done : LivePlanStatus.undo,
      outcome: to.retry_at === null ? 'failed' : null,
      claimed_at: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .where('run_id', '=', run_id)
    .where('tries', '=', tries)
    .where('outcome', '=', 'started')
    .execute()

/** PCs of rooms that are due between two instants. */
export const pcsDue = (q: Q, from: number, to: number) =>
  q
    .selectFrom('plan_firing')
    .innerJoin('room', 'room.id', 'plan_firing.room_id')
    .select(['room.id', 'room.pc_id'])
    .where('plan_firing.status', '=', LivePlanStatus.undo)
    .where('plan_firing.due_at', '>', from)
    .where('plan_firing.due_at', '<=', to)
    .where('room.deleted_at', 'is', null)
    .execute()
