import { sql, type Selectable } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
export type Recording = Selectable<Tables['recording']>

export const byId = (q: Q, recording_id: string) =>
  q.selectFrom('recording').selectAll().where('recording_id', '=', recording_id).executeTakeFirst()

/** The room of a run, where it is one of this PC's. */
export const roomOfRun = (
  q: Q,
  { pc_id, room_code, run_id }: Record<'pc_id' | 'room_code' | 'run_id', string>,
) =>
  q
    .selectFrom('run')
    .innerJoin('room', 'room.id', 'run.room_id')
    .select(['room.id', 'room.org_id'])
    .where('run.run_id', '=', run_id)
    .where('run.pc_id', '=', pc_id)
    .where('room.room_code', '=', room_code)
    .executeTakeFirst()

export const roomSeen = (q: Q, scope: Scope, room_code: string) =>
  q
    .selectFrom('room')
    .select('id')
    .where('room_code', '=', room_code)
    .where('deleted_at', 'is', null)
    .where(within(scope, 'room.org_id'))
    .executeTakeFirst()

export async function listOf(
  q: Q,
  room_id: string,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ rows: Recording[]; total: number }> {
  const of = q.selectFrom('recording').where('room_id', '=', room_id)
  const { total } = await of
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await of
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('recording_id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** Adds the piece that comes next; false where another one does, or it is there already. */
export async function addPiece(
  q: Q,
  { recording_id, seq, blob_id, bytes }: Tables['recording_piece'],
  { ms, now }: { ms: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('recording')
    .set((is) => ({
      pieces: seq,
      bytes: sql<number>`${is.ref('bytes')} + ${bytes}`,
      ms,
      last_at: now,
    }))
    .where('recording_id', '=', recording_id)
    .where('pieces', '=', seq - 1)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await q.insertInto('recording_piece').values({ recording_id, seq, blob_id, bytes }).execute()
  return true
}

export const piecesOf = (q: Q, recording_id: string, upTo: number) =>
  q
    .selectFrom('recording_piece')
    .select(['blob_id', 'bytes'])
    .where('recording_id', '=', recording_id)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()

/** What is there of all recordings. */
export async function allBytes(q: Q): Promise<number> {
  const { bytes } = await q
    .selectFrom('recording')
    .select((is) => is.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes ?? 0
}

export const oldest = (q: Q) =>
  q.selectFrom('recording').selectAll().orderBy('started_at').limit(1).executeTakeFirst()
