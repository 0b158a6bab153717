import { sql, type Insertable } from 'kysely'
import { LivePlanStatus } from '@kaibo/contract/facts/enums.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { FiringOutcome } from '@kaibo/contract/plan/plan.enums.ts'
import type { Recurrence } from '@kaibo/contract/plan/plan.rules.ts'
import type { PlanRow, Segment } from '@kaibo/contract/plan/plan.schema.ts'
import { capMinutesOf } from '@kaibo/contract/room/room.stop.rules.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { dialectOf } from '#platform/db/dialect.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
export type Plan = Tables['plan']

export type StopRule = PlanRow['stop']
export const stopIn = ({ stop_json }: Pick<Plan, 'stop_json'>): StopRule =>
  JSON.parse(stop_json) as StopRule
export const segmentsIn = ({ segments_json }: Pick<Plan, 'segments_json'>): Segment[] =>
  JSON.parse(segments_json) as Segment[]

type Repeated = Pick<
  Plan,
  'zone' | 'date' | 'weekdays_json' | 'valid_from' | 'valid_to' | 'start' | 'stop_json'
>

export function recurrenceOf(plan: Repeated): Recurrence {
  const stop = stopIn(plan)
  const { zone, date, valid_from, valid_to, start } = plan
  return {
    zone,
    date,
    weekdays: JSON.parse(plan.weekdays_json) as number[],
    valid_from,
    valid_to,
    start,
    stop_at: stop.at ?? start,
    cap_min: capMinutesOf(stop),
  }
}

const standing = (q: Q) =>
  q
    .selectFrom('plan')
    .innerJoin('room', 'room.id', 'plan.room_id')
    .leftJoin('account as editor', 'editor.uid', 'plan.updated_by')
    .select(['room.room_code', 'editor.nickname as editor'])
    .where('plan.deleted_at', 'is', null)
    .where('room.deleted_at', 'is', null)

/** Plans that stand, as `plan` and `room`. */
export const rows = (q: Q) => standing(q).selectAll('plan')

/** The same for lists of many rooms: of a script, which may be long, only how many segments it has. */
export const briefRows = (q: Q) =>
  standing(q)
    .select([
      'plan.id',
      'plan.name',
      'plan.zone',
      'plan.date',
      'plan.weekdays_json',
      'plan.start',
      'plan.stop_json',
      'plan.valid_from',
      'plan.valid_to',
      'plan.loop',
      'plan.late',
      'plan.enabled',
      'plan.made_until',
      'plan.is_demo',
      'plan.version',
      'plan.created_at',
      'plan.updated_at',
    ])
    .select(
      dialectOf(q) === 'sqlite'
        ? sql<number>`json_array_length(plan.segments_json)`.as('segment_count')
        : sql<number>`json_array_length(plan.segments_json::json)`.as('segment_count'),
    )

type RowOf<Query extends typeof rows | typeof briefRows> = Awaited<
  ReturnType<ReturnType<Query>['executeTakeFirstOrThrow']>
>
export type WholePlan = RowOf<typeof rows>
export type BriefPlan = RowOf<typeof briefRows>

export const planById = (q: Q, scope: Scope, id: string) =>
  rows(q).where('plan.id', '=', id).where(within(scope, 'plan.org_id')).executeTakeFirst()

export const planByKey = (q: Q, created_by: string, key: string) =>
  q
    .selectFrom('plan')
    .select('id')
    .where('created_by', '=', created_by)
    .where('key', '=', key)
    .executeTakeFirst()

/** With its script where that was read. */
export function rowOf(row: WholePlan | BriefPlan): PlanRow {
  const { segments, segment_count } = scriptOf(row)
  return {
    id: row.id,
    room_code: row.room_code,
    name: row.name,
    zone: row.zone,
    date: row.date,
    weekdays: JSON.parse(row.weekdays_json) as number[],
    start: row.start,
    stop: stopIn(row),
    valid_from: row.valid_from,
    valid_to: row.valid_to,
    ...(segments && { segments }),
    segment_count,
    loop: row.loop === 1,
    late: row.late,
    enabled: row.enabled,
    is_demo: row.is_demo,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.editor,
  }
}

function scriptOf(row: WholePlan | BriefPlan): Pick<PlanRow, 'segments' | 'segment_count'> {
  if (!('segments_json' in row)) return { segment_count: row.segment_count }
  const segments = segmentsIn(row)
  return { segments, segment_count: segments.length }
}

export const roomOf = (q: Q, scope: Scope, room_code: string) =>
  q
    .selectFrom('room')
    .selectAll()
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()

/** The room of a plan, whether that was deleted or not. */
export const roomOfPlan = (q: Q, scope: Scope, id: string) =>
  q
    .selectFrom('plan')
    .innerJoin('room', 'room.id', 'plan.room_id')
    .selectAll('room')
    .where('plan.id', '=', id)
    .where('room.deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()

export async function countOf(q: Q, room_id: string): Promise<number> {
  const { count } = await q
    .selectFrom('plan')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('room_id', '=', room_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

interface Needs {
  id: string
  account_id: string
  pc_id: string | null
  is_demo: number
}

/** Plans that may be due while this room is on air. One PC runs all rooms of the demonstration: those share it. */
export const plansBeside = (q: Q, { id, account_id, pc_id, is_demo }: Needs) =>
  q
    .selectFrom('plan')
    .innerJoin('room', 'room.id', 'plan.room_id')
    .selectAll('plan')
    .select(['room.room_code', 'room.name as room_name', 'room.account_id', 'room.pc_id'])
    .where('plan.deleted_at', 'is', null)
    .where('plan.enabled', '=', 1)
    .where('room.deleted_at', 'is', null)
    .where((is) =>
      is.or([
        is('room.id', '=', id),
        is('room.account_id', '=', account_id),
        ...(pc_id === null || is_demo === 1
          ? []
          : [is.and([is('room.pc_id', '=', pc_id), is('room.is_demo', '=', 0)])]),
      ]),
    )
    .execute()

export const enabledOf = (q: Q, room_id: string) =>
  q
    .selectFrom('plan')
    .selectAll()
    .where('room_id', '=', room_id)
    .where('deleted_at', 'is', null)
    .where('enabled', '=', 1)
    .execute()

/** Plans whose script plays this asset. */
export const playing = (q: Q, asset_id: string) =>
  q
    .selectFrom('asset_use')
    .innerJoin('plan', 'plan.id', 'asset_use.user_id')
    .innerJoin('room', 'room.id', 'plan.room_id')
    .select(['plan.id', 'plan.org_id', 'plan.loop', 'plan.segments_json', 'room.pc_id'])
    .where('asset_use.asset_id', '=', asset_id)
    .where('asset_use.user_kind', '=', 'plan')
    .where('plan.deleted_at', 'is', null)
    .execute()

/** Firings that nobody has begun yet are not to be, also those that are due and wait. What is over is settled by itself. */
export const cancelFirings = (
  q: Q,
  of: { plan_id: string } | { room_id: string },
  now: number,
  but: readonly number[] = [],
) =>
  q
    .updateTable('plan_firing')
    .set({ status: LivePlanStatus.done, outcome: 'cancelled', updated_at: now })
    .where((is) => is.and(of))
    .where('status', '=', LivePlanStatus.undo)
    .where('end_at', '>', now)
    .$if(but.length > 0, (some) => some.where('due_at', 'not in', [...but]))
    .execute()

/** What is due and waits ends as the plan says now. */
export const endAt = (
  q: Q,
  { plan_id, due_at, end_at }: Pick<Tables['plan_firing'], 'plan_id' | 'due_at' | 'end_at'>,
) =>
  q
    .updateTable('plan_firing')
    .set({ end_at })
    .where('plan_id', '=', plan_id)
    .where('due_at', '=', due_at)
    .where('status', '=', LivePlanStatus.undo)
    .execute()

/** What was cancelled, or left out, is to be again. */
const REVIVED: readonly FiringOutcome[] = ['cancelled', 'skipped_clock']

export async function keepFirings(
  q: Q,
  firings: readonly Insertable<Tables['plan_firing']>[],
): Promise<void> {
  for (let at = 0; at < firings.length; at += 100)
    await q
      .insertInto('plan_firing')
      .values(firings.slice(at, at + 100))
      .onConflict((on) =>
        on
          .columns(['plan_id', 'due_at'])
          .doUpdateSet((is) => ({
            end_at: is.ref('excluded.end_at'),
            status: is.ref('excluded.status'),
            outcome: is.ref('excluded.outcome'),
            detail: is.ref('excluded.detail'),
            detail_en: is.ref('excluded.detail_en'),
            updated_at: is.ref('excluded.updated_at'),
          }))
          .where((is) =>
            is.or([
              is('plan_firing.status', '=', LivePlanStatus.undo),
              is('plan_firing.outcome', 'in', REVIVED),
            ]),
          ),
      )
      .execute()
}

/** The pack of what a plan says. */
export async function keepScript(
  q: Q,
  { hash, body, at }: { hash: string; body: string; at: number },
): Promise<void> {
  await q
    .insertInto('pack')
    .values({ hash, kind: 'script', body, at })
    .onConflict((on) => on.column('hash').doUpdateSet({ at }))
    .execute()
}

/** The pack of what some room of this PC says now, or is to say. */
export const scriptOfPc = (q: Q, pc_id: string, hash: string) =>
  q
    .selectFrom('pack')
    .select('pack.body')
    .where('pack.hash', '=', hash)
    .where((is) =>
      is.exists(
        is
          .selectFrom('plan')
          .innerJoin('room', 'room.id', 'plan.room_id')
          .select(sql.lit(1).as('one'))
          .where('plan.script_hash', '=', hash)
          .where('room.pc_id', '=', pc_id)
          .where('room.deleted_at', 'is', null),
      ),
    )
    .executeTakeFirst()
