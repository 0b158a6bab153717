import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

const MINUTE_MS = 60_000
const minuteOf = (at: number) => Math.floor(at / MINUTE_MS)
/** The clocks of PCs may be behind by so much. */
const BEHIND_MS = 5 * MINUTE_MS

const onTrial = (q: Q) =>
  q
    .selectFrom('talk_rule')
    .select(['rule_id', 'name', 'org_id', 'live_v', 'canary_v', 'canary_at'])
    .where('canary_v', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof onTrial>['execute']>>[number]
export interface OnTrial extends Row {
  canary_v: number
  canary_at: number
}
const isOnTrial = (row: Row): row is OnTrial => row.canary_v !== null && row.canary_at !== null

export const rulesOnTrial = async (q: Q): Promise<OnTrial[]> =>
  (await onTrial(q).execute()).filter(isOnTrial)

export async function ruleOnTrial(q: Q, rule_id: string): Promise<OnTrial | undefined> {
  const row = await onTrial(q).where('rule_id', '=', rule_id).executeTakeFirst()
  return row && isOnTrial(row) ? row : undefined
}

export const roomsOnTrial = (q: Q, rule_id: string) =>
  q
    .selectFrom('rule_canary')
    .innerJoin('room', 'room.id', 'rule_canary.room_id')
    .select(['room.id', 'room.name', 'room.reported_json', 'room.reported_at', 'rule_canary.fault'])
    .where('rule_canary.rule_id', '=', rule_id)
    .where('room.deleted_at', 'is', null)
    .execute()

/** The first decision by which a rule of the version was left out. */
export const openedBreaker = (q: Q, { rule_id, canary_v, canary_at }: OnTrial) =>
  q
    .selectFrom('trigger_log')
    .innerJoin('room', 'room.id', 'trigger_log.room_id')
    .select(['trigger_log.node_name', 'trigger_log.opened', 'room.name as room_name'])
    .where('trigger_log.set_id', '=', rule_id)
    .where('trigger_log.outcome', '=', 'ERROR')
    .where('trigger_log.at', '>=', canary_at - BEHIND_MS)
    .where('trigger_log.v', '=', canary_v)
    .where('trigger_log.opened', 'is not', null)
    .orderBy('trigger_log.at')
    .limit(1)
    .executeTakeFirst()

export interface Troubles {
  heard: number
  /** What ended in an error or a forbidden word. */
  bad: number
}

/** What a version heard between two instants, and how much of it went wrong. */
export async function troublesOf(
  q: Q,
  { rule_id, v }: { rule_id: string; v: number },
  from_at: number,
  to_at: number,
): Promise<Troubles> {
  const rows = await q
    .selectFrom('rule_minute')
    .select(['outcome', ({ fn }) => fn.sum<number>('n').as('n')])
    .where('set_id', '=', rule_id)
    .where('minute', '>=', minuteOf(from_at))
    .where('minute', '<=', minuteOf(to_at))
    .where('v', '=', v)
    .where('outcome', 'in', ['HEARD', 'ERROR', 'BLOCKED'])
    .groupBy('outcome')
    .execute()
  const of = (outcome: string) => rows.find((row) => row.outcome === outcome)?.n ?? 0
  return { heard: of('HEARD'), bad: of('ERROR') + of('BLOCKED') }
}
