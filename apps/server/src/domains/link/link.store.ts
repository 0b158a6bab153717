import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import { compileOnce, type Places } from '#platform/db/compile-once.ts'
import type { Dialect, Queryable } from '#platform/db/db.ts'
import { dbNow } from '#platform/db/now.ts'
import { givenRows, intAt, textAt } from '#platform/db/rows.ts'

type Q = Queryable<Tables>

/** Runs for every upgrade, before authentication: compiled once. */
export const pcKey = compileOnce((q: Q, _: null, { pc_id }: Places<{ pc_id: string }>) =>
  q.selectFrom('pc').select(['id', 'public_key', 'key_no']).where('id', '=', pc_id),
)

export const onlinePcs = async (q: Q): Promise<string[]> => {
  const rows = await q.selectFrom('pc').select('id').where('online', '=', 1).execute()
  return rows.map((row) => row.id)
}

/** The data that a PC sends when it connects. */
export interface Greeting {
  pc_id: string
  key_no: number
  /** Whether it says up to which order it does what it is told. */
  says_obeyed: boolean
  agent_version: string
  boot_id: string
  facts_json: string
  at: number
  skew_ms: number
}

/** A PC's place in the order of its connections, and the newest order to it. */
export interface Admitted {
  id: string
  epoch: number
  seq: number
}

export async function greeted(
  q: Q,
  dialect: Dialect,
  instance_id: string,
  greetings: readonly Greeting[],
): Promise<Admitted[]> {
  const given = greetings.map((one) => [
    one.pc_id,
    one.at,
    one.skew_ms,
    one.agent_version,
    one.boot_id,
    one.facts_json,
    one.key_no,
    one.says_obeyed ? 1 : 0,
  ])
  const { rows } = await sql<Admitted>`
    update pc set
      online = 1,
      last_seen_at = ${intAt(1)},
      skew_ms = ${intAt(2)},
      agent_version = ${textAt(3)},
      boot_id = ${textAt(4)},
      facts_json = ${textAt(5)},
      instance_id = ${instance_id},
      link_epoch = link_epoch + 1,
      obeyed_seq = case when ${intAt(7)} = 1 then coalesce(obeyed_seq, 0) end
    from ${givenRows(dialect, given)} where pc.id = ${textAt(0)} and pc.key_no = ${intAt(6)}
    returning id, link_epoch as epoch, wake_seq as seq`.execute(q)
  return rows
}

/** Up to which order a PC does what it is told, said on its connection `epoch`. */
export interface Obeyed {
  pc_id: string
  epoch: number
  seq: number
}

/** Notes what PCs say that they do; answers those of which that is new. */
export async function noteObeyed(
  q: Q,
  dialect: Dialect,
  obeyed: readonly Obeyed[],
): Promise<string[]> {
  const given = obeyed.map((one) => [one.pc_id, one.epoch, one.seq])
  const { rows } = await sql<{ id: string }>`
    update pc set obeyed_seq = ${intAt(2)}
    from ${givenRows(dialect, given)}
    where pc.id = ${textAt(0)} and pc.link_epoch = ${intAt(1)}
      and pc.obeyed_seq < ${intAt(2)} and pc.wake_seq >= ${intAt(2)}
    returning id`.execute(q)
  return rows.map(({ id }) => id)
}

/** The PCs of this server that were told to do something after the order `after`. */
export const woken = compileOnce(
  (q: Q, _: null, { instance_id, after }: Places<{ instance_id: string; after: number }>) =>
    q
      .selectFrom('pc')
      .select(['id', 'wake_seq'])
      .where('instance_id', '=', instance_id)
      .where('wake_seq', '>', after),
)

/** The data of a PC's last heartbeat, on its connection `epoch`. */
export interface Seen {
  pc_id: string
  epoch: number
  at: number
  skew_ms: number | null
  metrics_json: string | null
}

/**
 * Sets many PCs online in one statement; answers those that it set. A PC that has connected anew is left out: what came by its
 * older connection does not count. Values that a message did not contain stay unchanged.
 */
export async function markSeen(q: Q, dialect: Dialect, seen: readonly Seen[]): Promise<string[]> {
  const given = seen.map((one) => [one.pc_id, one.at, one.skew_ms, one.metrics_json, one.epoch])
  const { rows } = await sql<{ id: string }>`
    update pc set
      online = 1,
      last_seen_at = ${intAt(1)},
      skew_ms = coalesce(${intAt(2)}, skew_ms),
      metrics_json = coalesce(${textAt(3)}, metrics_json)
    from ${givenRows(dialect, given)}
    where pc.id = ${textAt(0)} and pc.link_epoch = ${intAt(4)}
    returning id`.execute(q)
  return rows.map(({ id }) => id)
}

/** Throws where the database cannot be reached. */
export const reached = (q: Q) => sql`select 1`.execute(q)

/** A PC that this server heard last on the connection `epoch`. */
export interface Held {
  pc_id: string
  epoch: number
}

/** Sets PCs offline that have not connected anew since; answers them. */
export async function markOwnSilent(
  q: Q,
  dialect: Dialect,
  instance_id: string,
  silent: readonly Held[],
): Promise<string[]> {
  const given = silent.map((one) => [one.pc_id, one.epoch])
  const { rows } = await sql<{ id: string }>`
    update pc set online = 0
    from ${givenRows(dialect, given)}
    where pc.id = ${textAt(0)} and pc.link_epoch = ${intAt(1)} and pc.online = 1
      and pc.instance_id = ${instance_id}
    returning id`.execute(q)
  return rows.map(({ id }) => id)
}

/** Sets PCs offline that were last heard before `before` by a server that has not been seen for `deadMs`; answers them. */
export async function markOrphansSilent(
  q: Q,
  dialect: Dialect,
  { instance_id, before, deadMs }: { instance_id: string; before: number; deadMs: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update pc set online = 0
    where online = 1 and last_seen_at < ${before}
      and (instance_id is null or instance_id <> ${instance_id})
      and not exists (select 1 from instance where instance.id = pc.instance_id
        and instance.ended_at is null and instance.seen_at > ${dbNow(dialect)} - ${deadMs})
    returning id`.execute(q)
  return rows.map(({ id }) => id)
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
