import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { IsOrNot, WorkerStatus } from '@kaibo/contract/facts/enums.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type { RoomRow } from '@kaibo/contract/room/room.schema.ts'
import {
  isInSight,
  isOnAir,
  liveStatusOf,
  WORKER_UNKNOWN,
  type RoomState,
} from '@kaibo/contract/room/room.state.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import { attentionOf, attentionRank } from './room.attention.ts'
import { storedStop } from './room.stop-rule.store.ts'

type Q = Queryable<Tables>

/** The instant and the database for which rows are read. */
/** A room's picture and its address; nothing where it is old. */
export type ThumbOf = (room_id: string, at: number | null, now: number) => RoomRow['thumb']

export interface ReadContext {
  dialect: Dialect
  now: number
  /** What `HeardSince` answers. */
  since: number
  thumbOf: ThumbOf
}

const SPARK_MINUTES = 30
const MINUTE_MS = 60_000
const NO_MINUTES: readonly number[] = Array.from({ length: SPARK_MINUTES }, () => 0)

/** Rooms of one organisation; all rooms where none is given. */
const inOrg = (org: string | RawBuilder<string> | undefined) =>
  org === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`room.org_id = ${org}`

export const inScope = (scope: Scope): RawBuilder<SqlBool> => within(scope, 'room.org_id')

/** Rooms that are not deleted, as `room`, with their PC as `pc`. */
export const existing = (q: Q, org: RawBuilder<string> | undefined) =>
  q
    .selectFrom('room')
    .leftJoin('pc', 'pc.id', 'room.pc_id')
    .where('room.deleted_at', 'is', null)
    .where(inOrg(org))

/** The same with the live account as `held` and the last run. */
export const rooms = (q: Q, org: RawBuilder<string> | undefined) =>
  existing(q, org)
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .leftJoin('run', 'run.run_id', 'room.run_id')

/** Whether the PC of a room has not said yet that it does what it was told last. */
export const pcIsBehind = sql<number>`case when pc.obeyed_seq < pc.wake_seq then 1 else 0 end`

interface RowFilter {
  org: string | undefined
  now: number
  since: number
  room_code?: string
  ids?: readonly string[]
}

const wholeRows = compileOnce(
  (
    q: Q,
    { dialect }: Pick<ReadContext, 'dialect'>,
    { org, now, since, room_code, ids }: Places<RowFilter>,
  ) =>
    rooms(q, org)
      .leftJoin('plan_firing as next', (join) => join.on('next.id', '=', nextFiring(now, 'id')))
      .selectAll('room')
      // Names are looked up, not joined: PostgreSQL plans a join of so many tables longer than it runs it.
      .select((eb) => [
        eb.selectFrom('org').select('name').whereRef('id', '=', 'room.org_id').as('org_name'),
        eb
          .selectFrom('account')
          .select('nickname')
          .whereRef('uid', '=', 'room.updated_by')
          .as('editor'),
        eb
          .selectFrom('game')
          .select('name')
          .whereRef('game_id', '=', 'room.game_id')
          .as('game_name'),
        eb.selectFrom('plan').select('name').whereRef('id', '=', 'next.plan_id').as('next_plan'),
      ])
      .select([
        'held.nickname as account_nickname',
        'held.platform',
        'pc.name as pc_name',
        'pc.last_seen_at as pc_seen_at',
        'pc.agent_version',
        'run.started_at',
        'run.mode as run_mode',
        'run.ended_at',
        'run.gift_fen',
        'run.gift_count',
        'run.danmu',
        'run.viewers',
        'run.money_unsent',
        'run.stop_json',
        'run.stop_due_at',
        'next.due_at as next_due_at',
        'next.end_at as next_end_at',
        'next.plan_id as next_plan_id',
        pcIsBehind.as('behind'),
        presenceSince(since).as('presence'),
        attentionRank(dialect, now).as('attention'),
      ])
      .where((eb) => eb.and({ 'room.room_code': room_code }))
      .$if(ids !== undefined, (some) => some.where('room.id', 'in', ids ?? [])),
)

type WholeRow = Awaited<ReturnType<typeof wholeRows>>[number]

export async function rowByCode(q: Q, scope: Scope, room_code: string, look: ReadContext) {
  const { dialect, now, since } = look
  const rows = await wholeRows(q, { dialect }, { org: orgOfScope(scope), now, since, room_code })
  return (await withMinutes(q, rows, look))[0]
}

export async function rowsById(
  q: Q,
  ids: readonly string[],
  look: ReadContext,
): Promise<RoomRow[]> {
  if (ids.length === 0) return []
  const { dialect, now, since } = look
  const rows = await wholeRows(q, { dialect }, { org: undefined, now, since, ids })
  return withMinutes(q, rows, look)
}

const minutesOf = compileOnce(
  (q: Q, _: null, { ids, first, last }: Places<{ ids: string[]; first: number; last: number }>) =>
    q
      .selectFrom('room_minute')
      .selectAll()
      .where('room_id', 'in', ids)
      .where('minute', '>=', first)
      .where('minute', '<=', last),
)

async function withMinutes(q: Q, rows: readonly WholeRow[], look: ReadContext): Promise<RoomRow[]> {
  const ids = rows.filter((row) => row.run_id !== null).map((row) => row.id)
  const sparks = await sparksOf(q, ids, look.now)
  return rows.map((row) => toRoomRow(row, sparks.get(row.id) ?? [], look))
}

/** Fen of each of the last 30 minutes, oldest first, by room. */
export async function sparksOf(
  q: Q,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number[]>> {
  const last = Math.floor(now / MINUTE_MS)
  const first = last - SPARK_MINUTES + 1
  const minutes = ids.length === 0 ? [] : await minutesOf(q, null, { ids: [...ids], first, last })
  const sparks = new Map(ids.map((id) => [id, [...NO_MINUTES]]))
  for (const { room_id, minute, fen } of minutes) {
    const spark = sparks.get(room_id)
    if (spark) spark[minute - first] = fen
  }
  return sparks
}

function toRoomRow(row: WholeRow, per_minute: number[], look: ReadContext): RoomRow {
  const state = row.state
  const reported = parseReport(row.reported_json)
  return {
    id: row.id,
    room_code: row.room_code,
    name: row.name,
    org: { id: row.org_id, name: row.org_name ?? '' },
    account: {
      account_id: row.account_id,
      nickname: row.account_nickname,
      platform: row.platform,
    },
    pc:
      row.pc_id === null
        ? null
        : {
            pc_id: row.pc_id,
            name: row.pc_name ?? '',
            presence: row.presence,
            last_seen_at: row.pc_seen_at,
            version: row.agent_version,
          },
    actor: row.actor,
    game: row.game_id === null ? null : { id: row.game_id, name: row.game_name ?? '' },
    mode: row.mode,
    state,
    state_since: row.state_since,
    status: liveStatusOf(state),
    worker: reported?.worker ?? WORKER_UNKNOWN,
    muted: row.muted === 1,
    thumb: seenOf(row, look),
    run:
      row.run_id === null || row.started_at === null
        ? null
        : {
            run_id: row.run_id,
            mode: row.run_mode ?? row.mode,
            started_at: row.started_at,
            ended_at: row.ended_at,
            gift_fen: row.gift_fen ?? 0,
            gift_count: row.gift_count ?? 0,
            danmu: row.danmu ?? 0,
            viewers: row.viewers ?? 0,
            per_minute,
            money_unsent: row.money_unsent ?? 0,
          },
    sentence:
      row.sentence === null || row.sentence_at === null
        ? null
        : { text: row.sentence, at: row.sentence_at },
    stop: stopShown(row),
    next_plan:
      row.next_plan_id === null || row.next_due_at === null
        ? null
        : {
            plan_id: row.next_plan_id,
            name: row.next_plan ?? '',
            due_at: row.next_due_at,
            end_at: row.next_end_at ?? row.next_due_at,
          },
    attention: attentionOf(row.attention, {
      pc_name: row.pc_name,
      last_error: row.last_error,
      last_error_en: row.last_error_en,
      alarm: row.alarm,
      alarm_en: row.alarm_en,
      ...seenIn(reported),
    }),
    confirmed: isConfirmed(row, reported),
    last_error: row.last_error,
    last_error_en: row.last_error_en,
    is_demo: row.is_demo === 1 ? IsOrNot.is : IsOrNot.not,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.editor,
  }
}

/** When the open run ends by itself. */
const stopShown = ({ stop_json, stop_due_at }: WholeRow): RoomRow['stop'] =>
  stop_due_at === null ? null : storedStop(stop_json).stop

/** What is due next in a room; where its plans are off, nothing. */
export const nextFiring = (now: RawBuilder<number>, column: 'id' | 'due_at') =>
  sql<never>`(select ahead.${sql.ref(column)} from plan_firing as ahead
    where ahead.room_id = room.id and ahead.status = 0 and ahead.due_at > ${now}
      and coalesce(room.plans_off, 0) = 0
    order by ahead.due_at limit 1)`

/** Whether a room's PC has said that it does what it shall. */
function isConfirmed(
  { state, pc_id, run_id, unconfirmed_at, behind }: Tables['room'] & { behind: number },
  reported: ReportedRoom | null,
): boolean {
  if (pc_id === null || state === 'preflight') return true
  if (behind === 1) return false
  const isLiving = reported?.worker === WorkerStatus.living
  if (isOnAir(state) || state === 'starting') return isLiving && reported.run_id === run_id
  return !isLiving && state !== 'stopping' && unconfirmed_at === null
}

/** What viewers see of a room, while they do. */
export const seenOf = (
  { id, state, thumb_at }: { id: string; state: RoomState; thumb_at: number | null },
  { thumbOf, now }: Pick<ReadContext, 'thumbOf' | 'now'>,
): RoomRow['thumb'] => (isInSight(state) ? thumbOf(id, thumb_at, now) : null)

/** Not checked again: the server stored it from a checked report. */
export const parseReport = (json: string | null): ReportedRoom | null =>
  json === null ? null : (JSON.parse(json) as ReportedRoom)

/** What of a report is told to who has to look after the room. */
export const seenIn = (reported: ReportedRoom | null) => ({
  source: reported?.source?.detail ?? null,
  trouble: reported?.stage?.trouble ?? null,
  recording: reported?.stage?.recording ?? null,
  missing: reported?.stage?.missing ?? [],
})
