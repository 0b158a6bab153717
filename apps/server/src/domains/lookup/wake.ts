import { sql, type Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'

type Trx = Transaction<Tables>

/** A PC, and the number of the newest order to it. */
export type Woken = readonly [pc_id: string, seq: number]

/**
 * Notes in the transaction that these PCs are to be told something. Numbers rise over all PCs, so that a server finds the new ones
 * among its own by one index.
 */
export async function raiseWake(trx: Trx, pc_ids: readonly string[]): Promise<Woken[]> {
  const ids = [...new Set(pc_ids)].sort()
  if (ids.length === 0) return []
  const newest = sql<number>`(select max(other.wake_seq) from pc as other)`
  const rows = await trx
    .updateTable('pc')
    // The row's own number may have risen since the statement began to look: it counts as it is now.
    .set({
      wake_seq: sql<number>`1 + case when wake_seq > ${newest} then wake_seq else ${newest} end`,
    })
    .where('id', 'in', ids)
    .returning(['id', 'wake_seq'])
    .execute()
  return rows.map(({ id, wake_seq }) => [id, wake_seq])
}

/** The same for the PCs of these rooms. */
export async function raiseWakeOf(trx: Trx, room_ids: readonly string[]): Promise<Woken[]> {
  if (room_ids.length === 0) return []
  const rows = await trx
    .selectFrom('room')
    .select('pc_id')
    .where('id', 'in', room_ids)
    .where('pc_id', 'is not', null)
    .execute()
  return raiseWake(
    trx,
    rows.flatMap(({ pc_id }) => pc_id ?? []),
  )
}
