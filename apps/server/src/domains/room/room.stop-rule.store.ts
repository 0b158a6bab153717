import { sql } from 'kysely'
import { ON_AIR } from '@kaibo/contract/room/room.state.ts'
import type { RunStop } from '@kaibo/contract/room/room.stop.schema.ts'
import type { StoredStop } from '@kaibo/contract/room/room.stop.rules.ts'
import { presenceSince } from '#domains/lookup/presence.ts'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const storedStop = (json: string | null | undefined): StoredStop =>
  json ? (JSON.parse(json) as StoredStop) : { stop: null, heard: null }

/** The columns in which a run keeps it. */
export const stopColumns = (stop: RunStop | null, heard: string | null) => ({
  stop_json: stop || heard !== null ? JSON.stringify({ stop, heard } satisfies StoredStop) : null,
  stop_due_at: stop?.due_at ?? null,
})

/** Rooms on air whose stop rule is to be looked at. */
export const dueStops = compileOnce(
  (q: Q, _: null, { now, since }: Places<{ now: number; since: number }>) =>
    q
      .selectFrom('run')
      .innerJoin('room', 'room.run_id', 'run.run_id')
      .leftJoin('pc', 'pc.id', 'room.pc_id')
      .select([
        'room.id',
        'room.room_code',
        'room.org_id',
        'room.pc_id',
        'room.state',
        'room.run_id',
        'room.reported_json',
        'run.stop_json',
        'run.stop_due_at',
        presenceSince(since).as('presence'),
      ])
      .where('run.stop_due_at', '<=', now)
      .where('room.state', 'in', ON_AIR)
      .where('room.deleted_at', 'is', null)
      .orderBy('run.stop_due_at')
      .limit(500),
)

export type DueStop = Awaited<ReturnType<typeof dueStops>>[number]

/** What is known here of what keeps a run from being ended. */
export async function busyOf(q: Q, room_id: string, run_id: string, gift_since: number) {
  const { rows } = await sql<{ round: number; gift_at: number | null }>`
    select
      (select count(*) from game_round where room_id = ${room_id} and run_id = ${run_id}
        and ended_at is null) as round,
      (select max(at) from gift_event where run_id = ${run_id} and fen > 0 and is_ai = 0
        and is_test = 0 and at >= ${gift_since}) as gift_at`.execute(q)
  return { round: (rows[0]?.round ?? 0) > 0, gift_at: rows[0]?.gift_at ?? null }
}

/** Only where nobody has changed it meanwhile; answers whether it was so. */
export async function changeStop(
  q: Q,
  { run_id, stop_due_at }: { run_id: string; stop_due_at: number | null },
  to: ReturnType<typeof stopColumns>,
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('run')
    .set(to)
    .where('run_id', '=', run_id)
    .where('stop_due_at', stop_due_at === null ? 'is' : '=', stop_due_at)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
