import { sql, type Selectable } from 'kysely'
import type { Scope } from '@kaibo/contract/kernel/scope.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'
import { within } from '#platform/db/within.ts'

type Q = Queryable<Tables>
export type Recording = Selectable<Tables['recording']>
export type Listed = Recording & { run_ended_at: number | null }

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
    .select(['room.id', 'room.org_id', 'run.started_at'])
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
): Promise<{ rows: Listed[]; total: number }> {
  const of = q.selectFrom('recording').where('recording.room_id', '=', room_id)
  const { total } = await of
    .select((is) => is.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await of
    .leftJoin('run', 'run.run_id', 'recording.run_id')
    .selectAll('recording')
    .select('run.ended_at as run_ended_at')
    .orderBy('recording.started_at', 'desc')
    .orderBy('recording_id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { rows, total }
}

/** What is known of a recording by one of its pieces. */
export interface ReadPiece {
  seq: number
  whole_to: number
  ms: number
  cues_json: string
  /** The reader's place after it. */
  reader: string
}

/** Adds the piece that comes next; false where another one does, or it is there already. */
export async function addPiece(
  q: Q,
  { reader, ...piece }: ReadPiece & { recording_id: string; blob_id: string; bytes: number },
  { ms, now }: { ms: number; now: number },
): Promise<boolean> {
  const { recording_id, seq, bytes } = piece
  const { numUpdatedRows } = await q
    .updateTable('recording')
    .set((is) => ({
      pieces: seq,
      read_pieces: seq,
      reader,
      bytes: sql<number>`${is.ref('bytes')} + ${bytes}`,
      ms,
      last_at: now,
    }))
    .where('recording_id', '=', recording_id)
    .where('pieces', '=', seq - 1)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await q.insertInto('recording_piece').values(piece).execute()
  return true
}

/** Keeps what was read of a piece that is there. */
export async function keepRead(q: Q, recording_id: string, { reader, seq, ...read }: ReadPiece) {
  await q
    .updateTable('recording_piece')
    .set(read)
    .where('recording_id', '=', recording_id)
    .where('seq', '=', seq)
    .execute()
  await q
    .updateTable('recording')
    .set({ reader, read_pieces: seq })
    .where('recording_id', '=', recording_id)
    .execute()
}

export const piecesOf = (q: Q, recording_id: string, upTo: number) =>
  q
    .selectFrom('recording_piece')
    .select(['seq', 'blob_id', 'bytes', 'whole_to', 'ms', 'cues_json'])
    .where('recording_id', '=', recording_id)
    .where('seq', '<=', upTo)
    .orderBy('seq')
    .execute()

export type StoredPiece = Awaited<ReturnType<typeof piecesOf>>[number]

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
