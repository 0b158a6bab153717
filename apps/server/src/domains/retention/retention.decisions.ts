import { sql } from 'kysely'
import { DAY_MS } from '@kaibo/contract/kernel/day.ts'
import { ROWS_A_STEP, type Place, type Step, type Trx } from './retention.step.ts'

/** So many of each outcome stay of a rule, however old: one that seldom fires can be looked into all the same. */
const ALWAYS_KEPT = 20
const ERROR_DAYS = 7
const REST_DAYS = 1
/** What a decision that fired read, step by step, is most of its size. */
const TRACE_DAYS = 1
/** After all outcomes. */
const TRACES = '~'

/** An outcome, and how far its rows have been walked. */
type At = readonly [outcome: string, at: number, id: number]

/**
 * Decisions by their outcome: those that fired as long as the setting says, errors for seven days, all others for one. Walks along the
 * index of outcomes, one after the other, whatever outcomes PCs have made up.
 */
export async function decisions(
  trx: Trx,
  before: number,
  from: Place | undefined,
  now: number,
): Promise<Step> {
  const place = from === undefined ? await nextOutcome(trx, '') : (JSON.parse(String(from)) as At)
  const [outcome] = place
  if (outcome === TRACES) return dropTraces(trx, now - TRACE_DAYS * DAY_MS)
  const days = outcome === 'ERROR' ? ERROR_DAYS : REST_DAYS
  const cut = outcome === 'FIRED' ? before : Math.max(before, now - days * DAY_MS)
  const walked = await trx
    .selectFrom('trigger_log')
    .select(['id', 'at'])
    .where('outcome', '=', outcome)
    .where('at', '<', cut)
    .where(sql<boolean>`(at, id) > (${place[1]}, ${place[2]})`)
    .orderBy('at')
    .orderBy('id')
    .limit(ROWS_A_STEP)
    .execute()
  const deleted = await deleteSome(
    trx,
    walked.map(({ id }) => id),
  )
  const last = walked.at(-1)
  const isEnd = walked.length < ROWS_A_STEP || !last
  const next: At = isEnd ? await nextOutcome(trx, outcome) : [outcome, last.at, last.id]
  return { deleted, next: JSON.stringify(next) }
}

async function nextOutcome(trx: Trx, after: string): Promise<At> {
  const next = await trx
    .selectFrom('trigger_log')
    .select('outcome')
    .where('outcome', '>', after)
    .orderBy('outcome')
    .limit(1)
    .executeTakeFirst()
  return [next?.outcome ?? TRACES, -1, 0]
}

/** Those of these rows that have enough younger ones of the same rule and outcome. */
async function deleteSome(trx: Trx, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from trigger_log where id in (${sql.join(ids)}) and exists (
      select 1 from trigger_log as younger
      where younger.set_id = trigger_log.set_id and younger.node_id = trigger_log.node_id
        and younger.outcome = trigger_log.outcome and younger.at >= trigger_log.at
        and (younger.at, younger.id) > (trigger_log.at, trigger_log.id)
      order by younger.at, younger.id limit 1 offset ${sql.lit(ALWAYS_KEPT - 1)})`.execute(trx)
  return Number(numAffectedRows)
}

/** By the index of rows with a trace alone: among all that fired there are a month of those without. */
async function dropTraces(trx: Trx, before: number): Promise<Step> {
  const { numAffectedRows } = await sql`
    update trigger_log set trace_json = null where id in (
      select id from trigger_log
      where trace_json is not null and at < ${before} and outcome || '' = 'FIRED'
      order by at limit ${sql.lit(ROWS_A_STEP)})`.execute(trx)
  const isEnd = Number(numAffectedRows) < ROWS_A_STEP
  return { deleted: 0, next: isEnd ? undefined : JSON.stringify([TRACES, -1, 0]) }
}
