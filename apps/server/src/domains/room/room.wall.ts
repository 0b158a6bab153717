import { RoomMode } from '@kaibo/contract/facts/enums.ts'
import { sql, type RawBuilder } from 'kysely'
import { dayOf } from '@kaibo/contract/kernel/day.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import { WALL_MOST, type Wall, type WallRoom } from '@kaibo/contract/room/room.wall.schema.ts'
import { isInSight } from '@kaibo/contract/room/room.state.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'
import type { Platform } from '#platform/platform.ts'
import { attentionOf, attentionRank } from './room.attention.ts'
import {
  nextFiring,
  parseReport,
  pcIsBehind,
  rooms,
  seenIn,
  seenOf,
  sparksOf,
  type ReadContext,
} from './room.rows.ts'
import { createWeekAgo } from './room.week-ago.ts'

type Q = Queryable<Tables>

interface Form {
  dialect: Dialect
  kind: Scope['kind']
}

interface Values {
  now: number
  since: number
  day: string
  org_id: string | undefined
  ids: readonly string[] | undefined
}

/** A room as the wall shows it, with what says who may see it. */
interface Hung {
  org_id: string
  room: WallRoom
}

/** The rooms of a wall: in one call for whoever opens it, and those that changed for who watches it. */
export function createWall({ db }: Platform<Tables>, look: () => ReadContext) {
  const weekAgo = createWeekAgo(db)

  async function hung(scope: Scope, ids?: readonly string[]): Promise<Hung[]> {
    const read = look()
    const { dialect, now, since } = read
    const org_id = scope.kind === 'org' ? scope.org_id : undefined
    const values: Values = { now, since, day: dayOf(now), org_id, ids }
    const rows = await wallRows(db.query, { dialect, kind: scope.kind }, values)
    const onRun = rows.filter(({ state }) => isInSight(state)).map(({ id }) => id)
    const sparks = await sparksOf(db.query, onRun, now)
    const before = await weekAgo.until(now)
    return rows.map((row) => ({
      org_id: row.org_id,
      room: {
        ...toWallRoom(row, sparks.get(row.id) ?? [], before.get(row.id) ?? 0),
        thumb: seenOf(row, read),
      },
    }))
  }

  return {
    async of(scope: Scope): Promise<Wall> {
      const list = (await hung(scope)).map(({ room }) => room)
      if (list.length < WALL_MOST) return { list, total: list.length }
      return { list, total: await countOf(db.query, scope) }
    },
    /** Of those that are no more, nothing. */
    some: (ids: readonly string[]): Promise<Hung[]> => hung({ kind: 'all' }, ids),
  }
}

export type RoomWall = ReturnType<typeof createWall>

/** Of more rooms than fit, those that rest are left out. */
const wallRows = compileOnce(
  (q: Q, { dialect, kind }: Form, { now, since, day, org_id, ids }: Places<Values>) =>
    rooms(q, undefined)
      .leftJoin('room_day as today', (join) =>
        join.onRef('today.room_id', '=', 'room.id').on('today.day', '=', day ?? sql``),
      )
      .select([
        'room.id',
        'room.org_id',
        'room.room_code',
        'room.name',
        'room.state',
        'room.state_since',
        'room.mode',
        'room.muted',
        'room.thumb_at',
        'room.pc_id',
        'room.reported_json',
        'room.sentence',
        'room.last_error',
        'room.last_error_en',
        'room.alarm',
        'room.alarm_en',
        'room.version',
        'held.nickname',
        'held.platform',
        'pc.name as pc_name',
        'run.started_at',
        'run.mode as run_mode',
        'run.gift_fen',
        'run.viewers',
        'today.fen as today_fen',
        pcIsBehind.as('behind'),
        presenceSince(since ?? 0).as('presence'),
        nextFiring(now, 'due_at').$castTo<number | null>().as('next_plan_at'),
        attentionRank(dialect, now).as('attention'),
      ])
      .where(within(seen(kind, org_id), 'room.org_id'))
      .$if(ids !== undefined, (some) => some.where('room.id', 'in', ids ?? []))
      .orderBy(sql`case when room.state in ('idle', 'ended') then 1 else 0 end`)
      .orderBy('room.name')
      .orderBy('room.id')
      .limit(WALL_MOST),
)

/** A scope by the place of its value: rooms belong to organisations, so that a scope of own rows shows none. */
function seen(kind: Scope['kind'], org_id: RawBuilder<string> = sql<string>`''`) {
  if (kind === 'all') return { kind }
  return kind === 'org' ? { kind, org_id } : { kind, uid: org_id }
}

async function countOf(q: Q, scope: Scope): Promise<number> {
  const { total } = await rooms(q, undefined)
    .where(within(scope, 'room.org_id'))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}

type Row = Awaited<ReturnType<typeof wallRows>>[number]

function toWallRoom(row: Row, per_minute: number[], week_ago_fen: number): Omit<WallRoom, 'thumb'> {
  const attention = attentionOf(row.attention, {
    pc_name: row.pc_name,
    last_error: row.last_error,
    last_error_en: row.last_error_en,
    alarm: row.alarm,
    alarm_en: row.alarm_en,
    // Only of a room that needs a person: reading a thousand reports would be most of the call.
    ...seenIn(row.attention > 0 ? parseReport(row.reported_json) : null),
  })
  return {
    room_code: row.room_code,
    name: row.name,
    account: { nickname: row.nickname, platform: row.platform },
    pc: row.pc_id === null ? null : { name: row.pc_name ?? '', presence: row.presence },
    mode: row.mode,
    state: row.state,
    state_since: row.state_since,
    muted: row.muted === 1,
    confirmed: row.behind === 0,
    next_plan_at: row.next_plan_at,
    run:
      row.started_at === null
        ? null
        : {
            started_at: row.started_at,
            mode: row.run_mode ?? RoomMode.live,
            gift_fen: row.gift_fen ?? 0,
            viewers: row.viewers ?? 0,
            per_minute,
          },
    sentence: isInSight(row.state) && row.sentence !== null ? { text: row.sentence } : null,
    attention: attention && { rank: row.attention, ...attention },
    version: row.version,
    today_fen: row.today_fen ?? 0,
    week_ago_fen,
  }
}
