import { OPEN_INSERTS, type InsertStatus } from '@kaibo/contract/room/room.insert.rules.ts'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>

const inserts = (q: Q) =>
  q
    .selectFrom('room_insert as it')
    .innerJoin('room', 'room.id', 'it.room_id')
    .leftJoin('account as person', 'person.uid', 'it.created_by')
    .selectAll('it')
    .select(['room.room_code', 'room.name as room_name', 'room.pc_id', 'person.nickname'])

export type Insert = Awaited<ReturnType<ReturnType<typeof inserts>['executeTakeFirstOrThrow']>>

export const insertsOf = (q: Q, room_id: string) => inserts(q).where('it.room_id', '=', room_id)

export const insertById = (q: Q, scope: Scope, id: string) =>
  inserts(q).where('it.id', '=', id).where(within(scope, 'it.org_id')).executeTakeFirst()

export const insertByKey = (q: Q, created_by: string, key: string) =>
  inserts(q).where('it.created_by', '=', created_by).where('it.key', '=', key).executeTakeFirst()

export async function openIn(q: Q, room_id: string): Promise<number> {
  const { open } = await q
    .selectFrom('room_insert')
    .select((is) => is.fn.countAll<number>().as('open'))
    .where('room_id', '=', room_id)
    .where('status', 'in', OPEN_INSERTS)
    .executeTakeFirstOrThrow()
  return open
}

type Change = Partial<Pick<Tables['room_insert'], 'status' | 'detail' | 'expires_at'>>

/** Only if it still has one of these states; answers whether it had. */
export async function change(
  q: Q,
  id: string,
  from: readonly InsertStatus[],
  to: Change & { updated_at: number },
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('room_insert')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends those of which nothing was heard; answers their rooms. */
export async function expireInserts(q: Q, now: number): Promise<string[]> {
  const end = (from: readonly InsertStatus[], status: InsertStatus) =>
    q
      .updateTable('room_insert')
      .set({ status, detail: '客户端没有回音', updated_at: now })
      .where('status', 'in', from)
      .where('expires_at', '<', now)
      .returning('room_id')
      .execute()
  const overdue = [
    ...(await end(['queued'], 'expired')),
    ...(await end(['sent', 'fetching', 'playing'], 'failed')),
  ]
  return overdue.map(({ room_id }) => room_id)
}
