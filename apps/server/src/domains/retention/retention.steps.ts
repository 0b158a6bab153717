import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import { keepMinutesFrom, VIEWERS } from '#domains/lookup/keeping.ts'
import { decisions } from './retention.decisions.ts'
import { ROWS_A_STEP, type Place, type TakeStep, type Trx } from './retention.step.ts'
import type { Classed } from './retention.tables.ts'

const RUNS_A_STEP = 50
const MINUTE_MS = 60_000

interface Walk {
  table: Classed
  /** Sorts before all keys. */
  start: Place
  /** The column with the row's time; keys rise with it, except for minutes. */
  made: string
  old: (before: number) => RawBuilder<SqlBool>
}

/**
 * Walks along the key, which rises with the time of arrival, so no extra index is needed. Ends at a block whose last
 * row is young. A row that arrived late has a higher key and is kept that much longer.
 */
const walk =
  ({ table, start, made, old }: Walk): TakeStep =>
  async (trx, before, from = start) => {
    const { rows } = await sql<{ id: Place; made: number }>`
      select id, ${sql.ref(made)} as made from ${sql.table(table)}
      where id > ${from} order by id limit ${sql.lit(ROWS_A_STEP)}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return { deleted: 0, next: undefined }
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)}
      where id > ${from} and id <= ${last.id} and ${old(before)}`.execute(trx)
    const isEnd = rows.length < ROWS_A_STEP || last.made >= before
    return { deleted: Number(numAffectedRows), next: isEnd ? undefined : last.id }
  }

/** What rules did, by the minute or the hour since 1970. */
const counts =
  (table: 'rule_minute' | 'rule_hour', ms: number, unit: string, ...more: string[]): TakeStep =>
  async (trx, before) => {
    const row = sql.join(
      ['set_id', unit, ...more, 'node_id', 'v', 'outcome'].map((c) => sql.ref(c)),
    )
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${row}) in (
        select ${row} from ${sql.table(table)} where ${sql.ref(unit)} < ${Math.floor(before / ms)}
        order by ${sql.ref(unit)} limit ${sql.lit(ROWS_A_STEP)})`.execute(trx)
    const deleted = Number(numAffectedRows)
    return { deleted, next: deleted < ROWS_A_STEP ? undefined : 0 }
  }

/** Rows that are known by these columns, along an index of their time. */
const aged =
  (table: Classed, made: string, ...key: string[]): TakeStep =>
  async (trx, before) => {
    const row = sql.join(key.map((column) => sql.ref(column)))
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where (${row}) in (
        select ${row} from ${sql.table(table)} where ${sql.ref(made)} < ${before}
        order by ${sql.ref(made)} limit ${sql.lit(ROWS_A_STEP)})`.execute(trx)
    const deleted = Number(numAffectedRows)
    return { deleted, next: deleted < ROWS_A_STEP ? undefined : 0 }
  }

const wordDays: TakeStep = async (trx, before) => {
  const { numAffectedRows } = await sql`
    delete from word_day where (word, day, room_id, side) in (
      select word, day, room_id, side from word_day where day < ${dayOf(before)}
      order by day limit ${sql.lit(ROWS_A_STEP)})`.execute(trx)
  const deleted = Number(numAffectedRows)
  return { deleted, next: deleted < ROWS_A_STEP ? undefined : 0 }
}

const minutes: TakeStep = async (trx, before) => {
  const first = Math.floor(before / MINUTE_MS)
  await keepMinutesFrom(trx, first)
  const { numAffectedRows } = await sql`
    delete from room_minute where (room_id, minute) in (
      select room_id, minute from room_minute where minute < ${first}
      order by minute limit ${sql.lit(ROWS_A_STEP)})`.execute(trx)
  const deleted = Number(numAffectedRows)
  return { deleted, next: deleted < ROWS_A_STEP ? undefined : 0 }
}

/**
 * The viewers of ended runs. A run is marked in one step and emptied from the next on: whoever stores late events of it either
 * does so before the mark, and finds all its viewers, or sees the mark.
 */
const viewers: TakeStep = async (trx, before) => {
  const marked = await runsWith(trx, VIEWERS.going, before)
  let left = ROWS_A_STEP
  for (const run_id of marked) {
    const { numAffectedRows } = await sql`
      delete from run_viewer where run_id = ${run_id} and open_id in (
        select open_id from run_viewer where run_id = ${run_id} limit ${left})`.execute(trx)
    left -= Number(numAffectedRows)
    if (left === 0) break
    await mark(trx, [run_id], VIEWERS.gone)
  }
  const deleted = ROWS_A_STEP - left
  if (marked.length > 0) return { deleted, next: 0 }
  const kept = await runsWith(trx, VIEWERS.kept, before)
  if (kept.length > 0) await mark(trx, kept, VIEWERS.going)
  return { deleted: 0, next: kept.length > 0 ? 0 : undefined }
}

async function runsWith(trx: Trx, state: number, before: number): Promise<string[]> {
  const { rows } = await sql<{ run_id: string }>`
    select run_id from run
    where viewers_state < ${sql.lit(VIEWERS.gone)} and viewers_state = ${sql.lit(state)} and ended_at < ${before}
    order by ended_at limit ${sql.lit(RUNS_A_STEP)}`.execute(trx)
  return rows.map(({ run_id }) => run_id)
}

const mark = (trx: Trx, run_ids: string[], viewers_state: number) =>
  trx.updateTable('run').set({ viewers_state }).where('run_id', 'in', run_ids).execute()

const FINISHED = sql`('done', 'failed', 'rejected', 'expired')`

export const STEPS: Readonly<Record<Classed, TakeStep>> = {
  trigger_log: decisions,
  room_moment: walk({
    table: 'room_moment',
    start: 0,
    made: 'at',
    old: (before) => sql`at < ${before}`,
  }),
  command: walk({
    table: 'command',
    start: '',
    made: 'created_at',
    old: (before) => sql`updated_at < ${before} and state in ${FINISHED}`,
  }),
  // The last one of each account stays: by it a machine that the account has not logged in from is known for new.
  session: walk({
    table: 'session',
    start: '',
    made: 'created_at',
    old: (before) => sql`created_at < ${before} and exists (
      select 1 from session as later
      where later.uid = session.uid and later.created_at > session.created_at)`,
  }),
  room_minute: minutes,
  rule_minute: counts('rule_minute', MINUTE_MS, 'minute', 'room_id'),
  rule_hour: counts('rule_hour', 60 * MINUTE_MS, 'hour'),
  word_day: wordDays,
  game_round: aged('game_round', 'started_at', 'room_id', 'run_id', 'seq'),
  round_player: aged('round_player', 'at', 'room_id', 'run_id', 'seq', 'open_id'),
  game_cmd: aged('game_cmd', 'at', 'room_id', 'cmd_id'),
  plan_firing: aged('plan_firing', 'due_at', 'id'),
  sms_message: aged('sms_message', 'received_at', 'sms_id'),
  sms_seen: aged('sms_seen', 'at', 'sms_id', 'uid'),
  lottery_draw: aged('lottery_draw', 'opened_at', 'draw_id'),
  room_insert: aged('room_insert', 'at', 'id'),
  voice_port_hour: aged('voice_port_hour', 'hour', 'port_id', 'hour'),
  run_viewer: viewers,
}
