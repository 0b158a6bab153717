import { sql, type ExpressionBuilder } from 'kysely'
import type { MoneyUnsent } from '@kaibo/contract/agent/frames.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { ON_RUN } from '@kaibo/contract/room/room.state.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { givenRows, intAt, textAt } from '#platform/db/rows.ts'
import { within } from '#platform/db/within.ts'
import { inScope } from './room.rows.ts'

type Q = Queryable<Tables>

const standings = (q: Q) => q.selectFrom('room').selectAll().where('deleted_at', 'is', null)

/** A room with everything that is stored of it. */
export type Room = Tables['room']

export const roomByCode = (q: Q, scope: Scope, room_code: string) =>
  standings(q).where('room_code', '=', room_code).where(inScope(scope)).executeTakeFirst()

export const roomById = (q: Q, id: string) => standings(q).where('id', '=', id).executeTakeFirst()

export type Named = Pick<Room, 'name' | 'room_code'>

/** Also of a deleted room. */
export const nameOf = (q: Q, id: string): Promise<Named> =>
  q.selectFrom('room').select(['name', 'room_code']).where('id', '=', id).executeTakeFirstOrThrow()

export const roomsOfPc = compileOnce(
  (q: Q, _: null, { pc_id, soon }: Places<{ pc_id: string; soon: number }>) =>
    standings(q)
      .select(lastRound)
      .select((eb) => [
        scriptNow(eb),
        planNow(eb).select('plan.voices_json').as('voices_now'),
        eb
          .selectFrom('run')
          .select('run.stop_json')
          .whereRef('run.run_id', '=', 'room.run_id')
          .as('stop_json'),
        eb
          .selectFrom('run')
          .select('run.mode')
          .whereRef('run.run_id', '=', 'room.run_id')
          .as('run_mode'),
        planSoon(eb, soon).select('plan.script_hash').as('script_soon'),
        planSoon(eb, soon).select('plan.voices_json').as('voices_soon'),
        eb
          .selectFrom('room_part')
          .select('room_part.value_json')
          .whereRef('room_part.room_id', '=', 'room.id')
          .where('room_part.part', '=', 'plan_settings')
          .as('plan_settings_json'),
      ])
      .where('pc_id', '=', pc_id)
      .orderBy('created_at'),
)

/** The plan of a room's open run, as it is now. */
const planNow = (eb: ExpressionBuilder<Tables, 'room'>) =>
  eb
    .selectFrom('run as spoken')
    .innerJoin('plan', 'plan.id', 'spoken.plan_id')
    .whereRef('spoken.run_id', '=', 'room.run_id')
    .where('spoken.ended_at', 'is', null)

/** The pack of what a room says by plan. */
const scriptNow = (eb: ExpressionBuilder<Tables, 'room'>) =>
  planNow(eb).select('plan.script_hash').as('script_now')

/** The plan by which a room starts next, if that is soon. */
const planSoon = (eb: ExpressionBuilder<Tables, 'room'>, soon: Places<{ soon: number }>['soon']) =>
  eb
    .selectFrom('plan_firing')
    .innerJoin('plan', 'plan.id', 'plan_firing.plan_id')
    .whereRef('plan_firing.room_id', '=', 'room.id')
    .where('plan_firing.status', '=', 0)
    .where('plan_firing.due_at', '<=', soon)
    .orderBy('plan_firing.due_at')
    .limit(1)

/** The number of the last round of a room's games. */
const lastRound = (eb: ExpressionBuilder<Tables, 'room'>) =>
  eb
    .selectFrom('game_round')
    .select('game_round.seq')
    .whereRef('game_round.room_id', '=', 'room.id')
    .orderBy('game_round.started_at', 'desc')
    .limit(1)
    .as('last_round_seq')

export const deletedByCode = (q: Q, scope: Scope, room_code: string) =>
  q
    .selectFrom('room')
    .selectAll()
    .where('deleted_at', 'is not', null)
    .where('room_code', '=', room_code)
    .where(inScope(scope))
    .executeTakeFirst()

/** The columns that moves and reports need. What else a room has is read only when it is sent to a PC. */
const BRIEF = [
  'room.id',
  'room.room_code',
  'room.org_id',
  'room.pc_id',
  'room.state',
  'room.state_since',
  'room.run_id',
] as const

const brief = (q: Q) => q.selectFrom('room').select(BRIEF).where('room.deleted_at', 'is', null)

/** Whether the PC said when it connected that it can do this. */
export async function pcSays(q: Q, pc_id: string, capability: string): Promise<boolean> {
  const pc = await q
    .selectFrom('pc')
    .select('facts_json')
    .where('id', '=', pc_id)
    .executeTakeFirst()
  const facts = JSON.parse(pc?.facts_json ?? '{}') as { capabilities?: string[] }
  return facts.capabilities?.includes(capability) ?? false
}

/** The rooms of these PCs. */
export const roomsHeldBy = (q: Q, pc_ids: readonly string[]) =>
  brief(q).where('room.pc_id', 'in', pc_ids).execute()

export const roomsByCode = (q: Q, codes: readonly string[]) =>
  brief(q).where('room.room_code', 'in', codes).execute()

const reportable = (q: Q) =>
  brief(q)
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .leftJoin('run', 'run.run_id', 'room.run_id')
    .select(scriptNow)
    .leftJoin('pc', 'pc.id', 'room.pc_id')
    .select((eb) => eb.fn.coalesce('pc.link_epoch', eb.lit(0)).as('link_epoch'))
    .select([
      'room.reported_json',
      'room.version',
      'room.bundle_hash',
      'room.words_hash',
      'room.stage_renewed',
      'room.scene_hash',
      'room.muted',
      'run.stop_json',
      'run.plan_id',
      'room.unconfirmed_at',
      'held.version as account_version',
    ])

export type Reportable = Awaited<ReturnType<ReturnType<typeof reportable>['execute']>>[number]

/** Rooms with their last report. Read at every report, so the query is compiled once. */
export const reportableRooms = compileOnce(
  (q: Q, _: null, { codes }: Places<{ codes: string[] }>) =>
    reportable(q).where('room.room_code', 'in', codes),
)

/** Rooms in a passing state, with the presence of their PC. */
export const passingRooms = (q: Q, since: number) =>
  brief(q)
    .leftJoin('pc', 'pc.id', 'room.pc_id')
    .select([presenceSince(since).as('presence'), 'room.unconfirmed_at'])
    .where('room.state', 'in', ['preflight', 'starting', 'stopping'])
    .execute()

/** Notes since when a stop waits in vain for the PC's word, or that it does not; false where that was noted before. */
export async function setUnconfirmed(q: Q, id: string, at: number | null): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('room')
    .set({ unconfirmed_at: at })
    .where('id', '=', id)
    .where('unconfirmed_at', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Stores the reports of many rooms with one statement. */
export const keepReports = (
  q: Q,
  dialect: Dialect,
  reports: readonly { room_id: string; reported_json: string; at: number }[],
) => {
  const rows = reports.map(({ room_id, reported_json, at }) => [room_id, reported_json, at])
  return sql`
    update room set reported_json = ${textAt(1)}, reported_at = ${intAt(2)}
    from ${givenRows(dialect, rows)} where room.id = ${textAt(0)}`.execute(q)
}

/** The room on air that holds this account or PC, other than `except`. */
export const roomOnAirWith = (q: Q, column: 'account_id' | 'pc_id', id: string, except: string) =>
  q
    .selectFrom('room')
    .select(['name', 'room_code'])
    .where(column, '=', id)
    .where('id', '<>', except)
    .where('state', 'in', ON_RUN)
    .where('deleted_at', 'is', null)
    // One PC client runs all rooms of the demonstration.
    .$if(column === 'pc_id', (some) => some.where('is_demo', '=', 0))
    .executeTakeFirst()

/** The room that an account is bound to, on air or not, other than `except`. */
export const roomBoundTo = (q: Q, account_id: string, except: string) =>
  q
    .selectFrom('room')
    .select(['name', 'room_code'])
    .where('account_id', '=', account_id)
    .where('id', '<>', except)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** How many rooms other than `except` are bound to a PC. */
export async function countOnPc(q: Q, pc_id: string, except: string): Promise<number> {
  const { count } = await q
    .selectFrom('room')
    .select(sql<number>`count(*)`.as('count'))
    .where('pc_id', '=', pc_id)
    .where('id', '<>', except)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export const accountById = (q: Q, account_id: string) =>
  q.selectFrom('live_account').selectAll().where('account_id', '=', account_id).executeTakeFirst()

export const accountsById = compileOnce(
  (q: Q, _: null, { account_ids }: Places<{ account_ids: string[] }>) =>
    q.selectFrom('live_account').selectAll().where('account_id', 'in', account_ids),
)

export const pcById = (q: Q, pc_id: string, since: number) =>
  q
    .selectFrom('pc')
    .selectAll()
    .select(presenceSince(since).as('presence'))
    .where('id', '=', pc_id)
    .executeTakeFirst()

export const pcOrg = (q: Q, pc_id: string) =>
  q.selectFrom('pc').select(['id', 'org_id']).where('id', '=', pc_id).executeTakeFirst()

export type Pc = NonNullable<Awaited<ReturnType<typeof pcById>>>

export const orgById = (q: Q, id: string) =>
  q.selectFrom('org').select(['name', 'enabled']).where('id', '=', id).executeTakeFirstOrThrow()

export const runById = (q: Q, run_id: string) =>
  q.selectFrom('run').selectAll().where('run_id', '=', run_id).executeTakeFirst()

/** Answers the run's room; undefined where the run is not in the scope. */
export const giveReason = async (
  q: Q,
  scope: Scope,
  run_id: string,
  stop_reason: string,
): Promise<string | undefined> => {
  const run = await q
    .updateTable('run')
    .set({ stop_reason })
    .where('run_id', '=', run_id)
    .where(within(scope, 'org_id'))
    .returning('room_id')
    .executeTakeFirst()
  return run?.room_id
}

/** Stores how many events with money a PC still holds of its ended runs; answers the rooms in which a number has changed. */
export async function noteUnsent(
  q: Q,
  pc_id: string,
  runs: readonly MoneyUnsent[],
): Promise<string[]> {
  const run_ids = runs.map(({ run_id }) => run_id)
  const changed = await q
    .updateTable('run')
    .set({ money_unsent: 0 })
    .where('pc_id', '=', pc_id)
    .where('money_unsent', '>', 0)
    .$if(run_ids.length > 0, (some) => some.where('run_id', 'not in', run_ids))
    .returning('room_id')
    .execute()
  for (const { run_id, items } of runs) {
    const noted = await q
      .updateTable('run')
      .set({ money_unsent: items })
      .where('run_id', '=', run_id)
      .where('pc_id', '=', pc_id)
      .where('ended_at', 'is not', null)
      .where('money_unsent', '<>', items)
      .returning('room_id')
      .execute()
    changed.push(...noted)
  }
  return changed.map(({ room_id }) => room_id)
}
