import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { ReportedRoom } from '@kaibo/contract/agent/frames.ts'
import { IsOrNot, SortDir } from '@kaibo/contract/facts/enums.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomPage, RoomRow } from '@kaibo/contract/room/room.schema.ts'
import {
  liveStatusOf,
  ROOM_STATES,
  WORKER_UNKNOWN,
  type RoomState,
} from '@kaibo/contract/room/room.state.ts'
import { contains } from '#domains/lookup/contains.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { attentionOf, attentionRank } from './room.attention.ts'

type Q = Queryable<Tables>
export type RoomQuery = ParsedOf<typeof roomApi.list>

/** When and on which database a row is looked at. */
export interface Look {
  dialect: Dialect
  now: number
}

const SPARK_MINUTES = 30
const MINUTE_MS = 60_000

/** Rooms belong to an organisation; nobody owns one alone. */
export function inScope(scope: Scope): RawBuilder<SqlBool> {
  const org_id = orgOfScope(scope)
  return org_id === undefined ? sql<SqlBool>`1 = 1` : sql<SqlBool>`room.org_id = ${org_id}`
}

const standing = (q: Q, scope: Scope) =>
  q
    .selectFrom('room')
    .leftJoin('pc', 'pc.id', 'room.pc_id')
    .where('room.deleted_at', 'is', null)
    .where(inScope(scope))

const rooms = (q: Q, scope: Scope) =>
  standing(q, scope)
    .innerJoin('live_account as held', 'held.account_id', 'room.account_id')
    .leftJoin('run', 'run.run_id', 'room.run_id')

const wholeRows = (q: Q, scope: Scope, { dialect, now }: Look) =>
  rooms(q, scope)
    .innerJoin('org', 'org.id', 'room.org_id')
    .leftJoin('account as editor', 'editor.uid', 'room.updated_by')
    .selectAll('room')
    .select([
      'org.name as org_name',
      'held.nickname as account_nickname',
      'held.platform',
      'pc.name as pc_name',
      'pc.online as pc_online',
      'pc.last_seen_at as pc_seen_at',
      'pc.agent_version',
      'run.started_at',
      'run.ended_at',
      'run.gift_fen',
      'run.gift_count',
      'run.danmu',
      'run.viewers',
      'editor.nickname as editor',
      attentionRank(dialect, now).as('attention'),
    ])

type WholeRow = Awaited<ReturnType<ReturnType<typeof wholeRows>['execute']>>[number]

export async function rowByCode(q: Q, scope: Scope, room_code: string, look: Look) {
  const row = await wholeRows(q, scope, look).where('room.room_code', '=', room_code).execute()
  return (await withMinutes(q, row, look))[0]
}

export async function rowsById(q: Q, ids: readonly string[], look: Look): Promise<RoomRow[]> {
  if (ids.length === 0) return []
  const rows = await wholeRows(q, { kind: 'all' }, look).where('room.id', 'in', ids).execute()
  return withMinutes(q, rows, look)
}

export async function pageOfRooms(
  q: Q,
  scope: Scope,
  query: RoomQuery,
  look: Look,
): Promise<RoomPage> {
  const rank = attentionRank(look.dialect, look.now)
  const ids = await filtered(q, scope, query, rank)
    .select('room.id')
    .orderBy(orderOf(query, rank))
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size)
    .execute()
  const { total } = await filtered(q, scope, query, rank)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  const counts = await standing(q, scope)
    .select([
      sql<number>`count(*)`.as('all'),
      countIf(sql`room.state in ('living', 'stopping')`).as('on_air'),
      countIf(sql`room.state in ('preflight', 'starting')`).as('starting'),
      countIf(sql`${rank} > 0`).as('attention'),
    ])
    .executeTakeFirstOrThrow()
  const order = new Map(ids.map(({ id }, position) => [id, position]))
  const list = await rowsById(q, [...order.keys()], look)
  list.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return { list, total, counts }
}

const countIf = (holds: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${holds} then 1 else 0 end), 0)`

function filtered(q: Q, scope: Scope, query: RoomQuery, rank: RawBuilder<number>) {
  const { keyword, status, platform, org_id, attention } = query
  let found = rooms(q, scope)
  if (keyword)
    found = found.where(contains(['room.name', 'room.room_code', 'held.nickname'], keyword))
  if (status !== undefined) {
    const states = ROOM_STATES.filter((state) => liveStatusOf(state) === status)
    found = found.where('room.state', 'in', states)
  }
  if (platform) found = found.where('held.platform', '=', platform)
  if (org_id) found = found.where('room.org_id', '=', org_id)
  if (attention !== undefined) {
    found = found.where(
      attention === IsOrNot.is ? sql<SqlBool>`${rank} > 0` : sql<SqlBool>`${rank} = 0`,
    )
  }
  return found
}

/** Without a wish: who needs a person, then on air by income, then starting, then the rest by name. */
function orderOf({ sort_by, sort_dir }: RoomQuery, rank: RawBuilder<number>): RawBuilder<unknown> {
  const urgency = sql`case when ${rank} = 0 then 99 else ${rank} end`
  const income = sql`coalesce(run.gift_fen, 0)`
  if (!sort_by) {
    const onAir = sql`room.state in ('living', 'stopping')`
    return sql`${urgency},
      case when ${onAir} then 0 when room.state in ('preflight', 'starting') then 1 else 2 end,
      case when ${onAir} then -${income} else 0 end, room.name, room.id`
  }
  const column = {
    attention: urgency,
    name: sql`room.name`,
    created_at: sql`room.created_at`,
    gift_fen: income,
  }[sort_by]
  const up =
    sort_dir ?? (sort_by === 'name' || sort_by === 'attention' ? SortDir.ascend : SortDir.descend)
  return sql`${column} ${sql.raw(up === SortDir.ascend ? 'asc' : 'desc')}, room.id`
}

async function withMinutes(q: Q, rows: readonly WholeRow[], look: Look): Promise<RoomRow[]> {
  const last = Math.floor(look.now / MINUTE_MS)
  const first = last - SPARK_MINUTES + 1
  const ran = rows.filter((row) => row.run_id !== null).map((row) => row.id)
  const minutes =
    ran.length === 0
      ? []
      : await q
          .selectFrom('room_minute')
          .selectAll()
          .where('room_id', 'in', ran)
          .where('minute', '>=', first)
          .where('minute', '<=', last)
          .execute()
  const sparks = new Map(ran.map((id) => [id, Array.from({ length: SPARK_MINUTES }, () => 0)]))
  for (const { room_id, minute, fen } of minutes) {
    const spark = sparks.get(room_id)
    if (spark) spark[minute - first] = fen
  }
  return rows.map((row) => toRoomRow(row, sparks.get(row.id) ?? []))
}

function toRoomRow(row: WholeRow, per_minute: number[]): RoomRow {
  const state = row.state as RoomState
  const reported = parseReport(row.reported_json)
  return {
    id: row.id,
    room_code: row.room_code,
    name: row.name,
    org: { id: row.org_id, name: row.org_name },
    account: {
      account_id: row.account_id,
      nickname: row.account_nickname,
      platform: row.platform as RoomRow['account']['platform'],
    },
    pc:
      row.pc_id === null
        ? null
        : {
            pc_id: row.pc_id,
            name: row.pc_name ?? '',
            online: row.pc_online === 1,
            last_seen_at: row.pc_seen_at,
            version: row.agent_version,
          },
    actor: row.actor,
    mode: row.mode as RoomRow['mode'],
    state,
    state_since: row.state_since,
    status: liveStatusOf(state),
    worker: reported?.worker ?? WORKER_UNKNOWN,
    run:
      row.run_id === null || row.started_at === null
        ? null
        : {
            run_id: row.run_id,
            started_at: row.started_at,
            ended_at: row.ended_at,
            gift_fen: row.gift_fen ?? 0,
            gift_count: row.gift_count ?? 0,
            danmu: row.danmu ?? 0,
            viewers: row.viewers ?? 0,
            per_minute,
          },
    sentence:
      row.sentence === null || row.sentence_at === null
        ? null
        : { text: row.sentence, at: row.sentence_at },
    attention: attentionOf(row.attention, {
      pc_name: row.pc_name,
      last_error: row.last_error,
      source: reported?.source?.detail ?? null,
    }),
    last_error: row.last_error,
    is_demo: row.is_demo === 1 ? IsOrNot.is : IsOrNot.not,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
    updated_by: row.editor,
  }
}

/** Written by us from a checked report, so that it is read without another check. */
export const parseReport = (json: string | null): ReportedRoom | null =>
  json === null ? null : (JSON.parse(json) as ReportedRoom)
