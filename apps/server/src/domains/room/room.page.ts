import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { IsOrNot, SortDir } from '@kaibo/contract/facts/enums.ts'
import type { Platform } from '@kaibo/contract/facts/platforms.ts'
import type { ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { orgOfScope, type Scope } from '@kaibo/contract/kernel/scope.ts'
import type { roomApi } from '@kaibo/contract/room/room.api.ts'
import type { RoomPage } from '@kaibo/contract/room/room.schema.ts'
import {
  IN_SIGHT,
  liveStatusOf,
  ROOM_STATES,
  type RoomState,
} from '@kaibo/contract/room/room.state.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'
import { directionOf } from '#platform/db/direction.ts'
import { placesOf, isAmong } from '#platform/search/places.ts'
import { namedSought, soughtAt, type SoughtValues } from '#platform/search/sought.ts'
import { attentionRank } from './room.attention.ts'
import { foundRooms } from './room.found.ts'
import { rooms, rowsById, existing, type ReadContext } from './room.rows.ts'
import { stateIn } from './room.state-sql.ts'

type Q = Queryable<Tables>
export type RoomQuery = ParsedOf<typeof roomApi.list>

/** What decides how the list is asked for. */
type Form = Pick<ReadContext, 'dialect'> & Pick<RoomQuery, 'sort_by' | 'sort_dir' | 'attention'>

interface Filter extends SoughtValues {
  org: string | undefined
  now: number
  since: number
  states: readonly RoomState[] | undefined
  platform: Platform | undefined
  org_id: string | undefined
  presence: string | undefined
}

export async function pageOfRooms(
  q: Q,
  scope: Scope,
  query: RoomQuery,
  look: ReadContext,
): Promise<RoomPage> {
  const { keyword, status, platform, org_id, presence, attention, sort_by, sort_dir } = query
  const form: Form = { dialect: look.dialect, sort_by, sort_dir, attention }
  const org = orgOfScope(scope)
  const filter: Filter = {
    org,
    now: look.now,
    since: look.since,
    ...namedSought(keyword),
    states: status === undefined ? undefined : statesOf(status),
    platform: platform || undefined,
    org_id: org_id || undefined,
    presence,
  }
  const offset = (query.page - 1) * query.page_size
  const ids = await idsOfPage(q, form, { ...filter, limit: query.page_size, offset })
  const [found] = await countOf(q, form, filter)
  const [counts] = await headerCounts(q, { dialect: look.dialect }, { org, now: look.now })
  const order = new Map(ids.map(({ id }, position) => [id, position]))
  const list = await rowsById(q, [...order.keys()], look)
  list.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
  return { list, total: found?.total ?? 0, counts: counts ?? NO_ROOMS }
}

const NO_ROOMS: RoomPage['counts'] = { all: 0, on_air: 0, starting: 0, attention: 0 }

const statesOf = (status: RoomQuery['status']) =>
  ROOM_STATES.filter((state) => liveStatusOf(state) === status)

const idsOfPage = compileOnce(
  (q: Q, form: Form, at: Places<Filter & { limit: number; offset: number }>) =>
    filtered(q, form, at)
      .select('room.id')
      .orderBy(orderOf(form, attentionRank(form.dialect, at.now)))
      .limit(at.limit)
      .offset(at.offset),
)

const countOf = compileOnce((q: Q, form: Form, at: Places<Filter>) =>
  filtered(q, form, at).select(sql<number>`count(*)`.as('total')),
)

const headerCounts = compileOnce(
  (
    q: Q,
    { dialect }: Pick<ReadContext, 'dialect'>,
    { org, now }: Places<Pick<Filter, 'org' | 'now'>>,
  ) =>
    existing(q, org).select([
      sql<number>`count(*)`.as('all'),
      countIf(inSight).as('on_air'),
      countIf(sql`room.state in ('preflight', 'starting')`).as('starting'),
      countIf(sql`${attentionRank(dialect, now)} > 0`).as('attention'),
    ]),
)

const inSight = stateIn(IN_SIGHT)

const countIf = (holds: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(case when ${holds} then 1 else 0 end), 0)`

function filtered(q: Q, { dialect, attention }: Form, at: Places<Filter>) {
  const { org, now, since, states, platform, org_id, presence } = at
  let found = rooms(q, org)
  const sought = soughtAt(at)
  if (sought) found = found.where(isAmong('room.id', placesOf(q, foundRooms, sought)))
  if (states) found = found.where('room.state', 'in', states)
  if (platform) found = found.where('held.platform', '=', platform)
  if (org_id) found = found.where('room.org_id', '=', org_id)
  if (presence)
    found = found.where(sql<SqlBool>`pc.id is not null and ${presenceSince(since)} = ${presence}`)
  if (attention === undefined) return found
  const rank = attentionRank(dialect, now)
  return found.where(
    attention === IsOrNot.is ? sql<SqlBool>`${rank} > 0` : sql<SqlBool>`${rank} = 0`,
  )
}

/** By default: rooms that need a person, then those on air by income, then starting ones, then the rest by name. */
function orderOf({ sort_by, sort_dir }: Form, rank: RawBuilder<number>): RawBuilder<unknown> {
  const urgency = sql`case when ${rank} = 0 then 99 else ${rank} end`
  const income = sql`coalesce(run.gift_fen, 0)`
  if (!sort_by) {
    return sql`${urgency},
      case when ${inSight} then 0 when room.state in ('preflight', 'starting') then 1 else 2 end,
      case when ${inSight} then -${income} else 0 end, room.name, room.id`
  }
  const column = {
    attention: urgency,
    name: sql`room.name`,
    created_at: sql`room.created_at`,
    gift_fen: income,
  }[sort_by]
  const up =
    sort_dir ?? (sort_by === 'name' || sort_by === 'attention' ? SortDir.ascend : SortDir.descend)
  return sql`${column} ${sql.raw(directionOf({ sort_dir: up }))}, room.id`
}
