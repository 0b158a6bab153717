import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { givenRows, intAt, textAt } from '#platform/db/rows.ts'

type Q = Queryable<Tables>

/** Runs for every upgrade, before authentication: compiled once. */
export const pcKey = compileOnce((q: Q, _: null, { pc_id }: Places<{ pc_id: string }>) =>
  q.selectFrom('pc').select(['id', 'public_key']).where('id', '=', pc_id),
)

export const onlinePcs = async (q: Q): Promise<string[]> => {
  const rows = await q.selectFrom('pc').select('id').where('online', '=', 1).execute()
  return rows.map((row) => row.id)
}

/** The data that a PC sends when it connects. */
export interface Greeting {
  pc_id: string
  agent_version: string
  boot_id: string
  facts_json: string
  at: number
  skew_ms: number
}

export const greeted = (q: Q, dialect: Dialect, greetings: readonly Greeting[]) => {
  const rows = greetings.map((one) => [
    one.pc_id,
    one.at,
    one.skew_ms,
    one.agent_version,
    one.boot_id,
    one.facts_json,
  ])
  return sql`
    update pc set
      online = 1,
      last_seen_at = ${intAt(1)},
      skew_ms = ${intAt(2)},
      agent_version = ${textAt(3)},
      boot_id = ${textAt(4)},
      facts_json = ${textAt(5)}
    from ${givenRows(dialect, rows)} where pc.id = ${textAt(0)}`.execute(q)
}

/** The data of a PC's last heartbeat. */
export interface Seen {
  pc_id: string
  at: number
  skew_ms: number | null
  metrics_json: string | null
}

/** Sets many PCs online in one statement. Values that a message did not contain stay unchanged. */
export const markSeen = (q: Q, dialect: Dialect, seen: readonly Seen[]) => {
  const rows = seen.map((one) => [one.pc_id, one.at, one.skew_ms, one.metrics_json])
  return sql`
    update pc set
      online = 1,
      last_seen_at = ${intAt(1)},
      skew_ms = coalesce(${intAt(2)}, skew_ms),
      metrics_json = coalesce(${textAt(3)}, metrics_json)
    from ${givenRows(dialect, rows)} where pc.id = ${textAt(0)}`.execute(q)
}

/** Sets PCs offline that were last heard before `before` and not before `since`; returns them. */
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

/** Unanswered commands that may still be started. */
export const openCommands = compileOnce(
  (q: Q, _: null, { pc_id, now }: Places<{ pc_id: string; now: number }>) =>
    q
      .selectFrom('command')
      .innerJoin('room', 'room.id', 'command.room_id')
      .select(['command.id', 'command.name', 'command.deliver_by', 'room.room_code'])
      .select('command.data_json')
      .where('command.pc_id', '=', pc_id)
      .where('command.state', 'in', OPEN)
      .where('command.deliver_by', '>=', now)
      .orderBy('command.created_at'),
)

/** Stores an answer, only of the PC that the command was sent to. An answer after the deadline is stored too: it tells what happened. */
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
