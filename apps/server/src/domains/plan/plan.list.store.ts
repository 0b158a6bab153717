import { sql } from 'kysely'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Firing, PlanList } from '@kaibo/contract/plan/plan.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import { briefRows, rows, type BriefPlan, type WholePlan } from './plan.store.ts'

type Q = Queryable<Tables>

/** Whose plans are listed; what is left out narrows nothing. */
interface Among {
  room_id: string | undefined
  org_id: string | undefined
  pc_id: string | undefined
}

interface Seen extends Among {
  scope: string | undefined
}

const seen = (scope: Scope, { room_id, org_id, pc_id }: Among): Seen => ({
  scope: orgOfScope(scope),
  room_id,
  org_id: org_id || undefined,
  pc_id: pc_id || undefined,
})

const conditions = ({ scope, room_id, org_id, pc_id }: Places<Seen>) => [
  ...(scope === undefined ? [] : [sql<boolean>`room.org_id = ${scope}`]),
  ...(room_id === undefined ? [] : [sql<boolean>`room.id = ${room_id}`]),
  ...(org_id === undefined ? [] : [sql<boolean>`room.org_id = ${org_id}`]),
  ...(pc_id === undefined ? [] : [sql<boolean>`room.pc_id = ${pc_id}`]),
]

const wholePlans = compileOnce((q: Q, _: null, at: Places<Seen>) =>
  rows(q)
    .where((is) => is.and(conditions(at)))
    .orderBy('plan.start')
    .orderBy('plan.id'),
)

const briefPlans = compileOnce((q: Q, _: null, at: Places<Seen>) =>
  briefRows(q)
    .where((is) => is.and(conditions(at)))
    .orderBy('plan.start')
    .orderBy('plan.id'),
)

/** Those of one room with their scripts. */
export const listedPlans = (q: Q, scope: Scope, among: Among): Promise<(WholePlan | BriefPlan)[]> =>
  among.room_id === undefined
    ? briefPlans(q, null, seen(scope, among))
    : wholePlans(q, null, seen(scope, among))

interface Span {
  from: number
  to: number
  /** What began before this is over. */
  since: number
}

const firings = compileOnce((q: Q, _: null, at: Places<Seen & Span>) =>
  q
    .selectFrom('plan_firing')
    .innerJoin('room', 'room.id', 'plan_firing.room_id')
    .select([
      'plan_firing.id',
      'plan_firing.plan_id',
      'room.room_code',
      'plan_firing.due_at',
      'plan_firing.end_at',
      'plan_firing.status',
      'plan_firing.outcome',
      'plan_firing.run_id',
      'plan_firing.detail',
      'plan_firing.detail_en',
    ])
    .where('room.deleted_at', 'is', null)
    .where('plan_firing.due_at', '>=', at.since)
    .where('plan_firing.due_at', '<', at.to)
    .where('plan_firing.end_at', '>', at.from)
    .where((is) => is.and(conditions(at)))
    .orderBy('plan_firing.due_at')
    .orderBy('plan_firing.id'),
)

/** The statement of `listedFirings`, for who measures it. */
export const firingsQuery = (q: Q, scope: Scope, { from, to, since, ...among }: Among & Span) =>
  firings.query(q, null, { ...seen(scope, among), from, to, since })

export async function listedFirings(
  q: Q,
  scope: Scope,
  { from, to, since, ...among }: Among & Span,
): Promise<Firing[]> {
  const found = await firings(q, null, { ...seen(scope, among), from, to, since })
  return found as Firing[]
}

const lanes = compileOnce((q: Q, _: null, at: Places<Seen>) =>
  q
    .selectFrom('room')
    .leftJoin('pc', 'pc.id', 'room.pc_id')
    .select(['room.room_code', 'room.name', 'room.pc_id', 'pc.name as pc_name'])
    .where('room.deleted_at', 'is', null)
    .where((is) => is.and(conditions(at)))
    .$if(at.room_id === undefined, (some) =>
      some.where((is) =>
        is.exists(
          is
            .selectFrom('plan')
            .select(sql.lit(1).as('one'))
            .whereRef('plan.room_id', '=', 'room.id')
            .where('plan.deleted_at', 'is', null),
        ),
      ),
    )
    .orderBy('room.name')
    .orderBy('room.id'),
)

/** The rooms that have plans; one that was asked for also without. */
export async function listedRooms(q: Q, scope: Scope, among: Among): Promise<PlanList['rooms']> {
  const found = await lanes(q, null, seen(scope, among))
  return found.map(({ room_code, name, pc_id, pc_name }) => ({
    room_code,
    name,
    pc: pc_id === null ? null : { id: pc_id, name: pc_name ?? '' },
  }))
}

/** How many sentences all voice servers together make at once. */
export async function voicePorts(q: Q): Promise<number> {
  const { ports } = await q
    .selectFrom('voice_port')
    .innerJoin('voice_server', 'voice_server.server_id', 'voice_port.server_id')
    .select((is) => is.fn.countAll<number>().as('ports'))
    .where('voice_server.enabled', '=', 1)
    .where('voice_port.state', '!=', 'down')
    .executeTakeFirstOrThrow()
  return ports
}
