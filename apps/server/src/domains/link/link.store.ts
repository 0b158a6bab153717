import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>

export const pcKey = (q: Q, pc_id: string) =>
  q.selectFrom('pc').select(['id', 'public_key']).where('id', '=', pc_id).executeTakeFirst()

export const onlinePcs = async (q: Q): Promise<string[]> => {
  const rows = await q.selectFrom('pc').select('id').where('online', '=', 1).execute()
  return rows.map((row) => row.id)
}

export const greeted = (
  q: Q,
  pc_id: string,
  facts: Pick<
    Tables['pc'],
    'agent_version' | 'boot_id' | 'facts_json' | 'last_seen_at' | 'skew_ms'
  >,
) =>
  q
    .updateTable('pc')
    .set({ ...facts, online: 1 })
    .where('id', '=', pc_id)
    .execute()

/** What the last heartbeat of a PC said. */
export interface Seen {
  pc_id: string
  at: number
  skew_ms: number | null
  metrics_json: string | null
}

/** One statement for many PCs: who was heard is online. What a message did not say stays as it was. */
export const markSeen = (q: Q, seen: readonly Seen[]) => {
  const rows = seen.map(
    (one) =>
      sql`(cast(${one.pc_id} as text), cast(${one.at} as bigint), cast(${one.skew_ms} as bigint), cast(${one.metrics_json} as text))`,
  )
  return sql`
    update pc set
      online = 1,
      last_seen_at = heard.column2,
      skew_ms = coalesce(heard.column3, skew_ms),
      metrics_json = coalesce(heard.column4, metrics_json)
    from (values ${sql.join(rows)}) as heard
    where pc.id = heard.column1`.execute(q)
}

/** Declares offline whoever was last heard before `before`, and at `since` or later; answers who that was. */
export const markSilent = async (q: Q, before: number, since: number): Promise<string[]> => {
  const rows = await q
    .updateTable('pc')
    .set({ online: 0 })
    .where('online', '=', 1)
    .where('last_seen_at', '<', before)
    .where('last_seen_at', '>=', since)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

const OPEN = ['queued', 'received'] as const

export const addCommand = (q: Q, command: Tables['command']) =>
  q.insertInto('command').values(command).execute()

/** What was not answered and may still be begun. */
export const openCommands = (q: Q, pc_id: string, now: number) =>
  q
    .selectFrom('command')
    .innerJoin('room', 'room.id', 'command.room_id')
    .select(['command.id', 'command.name', 'command.deliver_by', 'room.room_code'])
    .where('command.pc_id', '=', pc_id)
    .where('command.state', 'in', OPEN)
    .where('command.deliver_by', '>=', now)
    .orderBy('command.created_at')
    .execute()

/** Only the PC it was sent to may answer a command. An answer after its deadline still counts: it says what happened. */
export const answerCommand = async (
  q: Q,
  answer: { id: string; pc_id: string; state: string; detail: string | null; at: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await q
    .updateTable('command')
    .set({ state: answer.state, detail: answer.detail, updated_at: answer.at })
    .where('id', '=', answer.id)
    .where('pc_id', '=', answer.pc_id)
    .where('state', 'in', [...OPEN, 'expired'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const commandState = (q: Q, id: string) =>
  q.selectFrom('command').select(['state', 'detail']).where('id', '=', id).executeTakeFirstOrThrow()

export const expireCommands = (q: Q, now: number) =>
  q
    .updateTable('command')
    .set({ state: 'expired', updated_at: now })
    .where('state', 'in', OPEN)
    .where('deliver_by', '<', now)
    .execute()
