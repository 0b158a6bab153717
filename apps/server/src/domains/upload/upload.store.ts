import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type UploadRow = Tables['upload']

/**
 * On disk a file is `waiting`, `receiving`, `received`, `checking`, `kept`, `used`; an S3-compatible storage receives by
 * itself. An upload that is given up is `removing` until its bytes are deleted. Every update names the state it starts from, so that of
 * two concurrent ones only one succeeds.
 */
export type UploadState =
  | 'waiting'
  | 'receiving'
  | 'received'
  | 'checking'
  | 'kept'
  | 'used'
  | 'removing'

export const addUpload = (q: Q, row: UploadRow) => q.insertInto('upload').values(row).execute()

/** A file in parts that this person began to send before, and may go on with. */
export const begun = (
  q: Q,
  { uid, kind, size, mark }: { uid: string; kind: string; size: number; mark: string },
) =>
  q
    .selectFrom('upload')
    .selectAll()
    .where('uid', '=', uid)
    .where('kind', '=', kind)
    .where('declared_bytes', '=', size)
    .where('mark', '=', mark)
    .where('state', 'in', ['waiting', 'kept'])
    .orderBy('upload_id', 'desc')
    .executeTakeFirst()

export const uploadById = (q: Q, upload_id: string) =>
  q.selectFrom('upload').selectAll().where('upload_id', '=', upload_id).executeTakeFirst()

/** A file that a row uses, or used a moment ago. */
export const byHash = (q: Q, used_by: string, sha256: string) =>
  q
    .selectFrom('upload')
    .selectAll()
    .where('used_by', '=', used_by)
    .where('sha256', '=', sha256)
    .where('state', 'in', ['kept', 'used'])
    .executeTakeFirst()

export async function countUnused(q: Q, uid: string): Promise<number> {
  const { count } = await q
    .selectFrom('upload')
    .select(sql<number>`count(*)`.as('count'))
    .where('uid', '=', uid)
    .where('state', '!=', 'used')
    .executeTakeFirstOrThrow()
  return count
}

/** Returns false if it was not in the expected state. */
export async function move(
  q: Q,
  upload_id: string,
  [from, to]: readonly [UploadState, UploadState],
  found: Partial<UploadRow> = {},
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('upload')
    .set({ ...found, state: to })
    .where('upload_id', '=', upload_id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Marks it for removal; until `until` no other server removes its bytes. */
export const giveUp = (q: Q, upload_id: string, until: number) =>
  q
    .updateTable('upload')
    .set({ state: 'removing', expires_at: until })
    .where('upload_id', '=', upload_id)
    .execute()

export const drop = (q: Q, upload_id: string) =>
  q.deleteFrom('upload').where('upload_id', '=', upload_id).execute()

export interface OrphanTimes {
  /** Started before this instant and never completed. */
  begun: number
  /** Of those that come in parts: the last ticket ended before this instant. */
  left: number
  /** Kept since before this instant and used by nothing. */
  kept: number
  now: number
  /** Until when they are reserved for this server. */
  until: number
}

/** Reserves orphans for this server in one statement, so that no other server and no concurrent `use` gets them. */
export async function claimOrphans(q: Q, times: OrphanTimes): Promise<string[]> {
  const claimed = await q
    .updateTable('upload')
    .set({ state: 'removing', expires_at: times.until })
    .where((is) =>
      is.or([
        is.and([
          is('state', 'not in', ['kept', 'used', 'removing']),
          is.or([
            is.and([is('part_bytes', 'is', null), is('created_at', '<', times.begun)]),
            is('expires_at', '<', times.left),
          ]),
        ]),
        is.and([is('state', '=', 'kept'), is('completed_at', '<', times.kept)]),
        is.and([is('state', '=', 'removing'), is('expires_at', '<', times.now)]),
      ]),
    )
    .returning('upload_id')
    .execute()
  return claimed.map(({ upload_id }) => upload_id)
}

/** Returns false unless it is a kept file of this person, or already used by this row. */
export async function use(q: Q, upload_id: string, uid: string, used_by: string): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('upload')
    .set({ state: 'used', used_by })
    .where('upload_id', '=', upload_id)
    .where('uid', '=', uid)
    .where((is) =>
      is.or([
        // What another row gave up may be taken back by that row alone
        is.and([
          is('state', '=', 'kept'),
          is.or([is('used_by', 'is', null), is('used_by', '=', used_by)]),
        ]),
        is.and([is('state', '=', 'used'), is('used_by', '=', used_by)]),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const release = (q: Q, used_by: string) =>
  q
    .updateTable('upload')
    .set({ state: 'kept', used_by: null })
    .where('state', '=', 'used')
    .where('used_by', '=', used_by)
    .execute()

/** They stay known by what used them, until they are collected. */
export async function letGo(
  q: Q,
  used_by: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return
  await q
    .updateTable('upload')
    .set({ state: 'kept', completed_at: now })
    .where('upload_id', 'in', ids)
    .where('used_by', '=', used_by)
    .where('state', '=', 'used')
    .execute()
}

/** Answers whether all of them were there still. */
export async function takeBack(q: Q, used_by: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const { numUpdatedRows } = await q
    .updateTable('upload')
    .set({ state: 'used' })
    .where('upload_id', 'in', ids)
    .where('used_by', '=', used_by)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return Number(numUpdatedRows) === ids.length
}
