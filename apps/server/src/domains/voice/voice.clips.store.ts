import { sql } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

type Q = Queryable<Tables>
export type ClipRow = Tables['voice_clip']

export const clipByHash = (q: Q, hash: string): Promise<ClipRow | undefined> =>
  q.selectFrom('voice_clip').selectAll().where('hash', '=', hash).executeTakeFirst()

interface Claim {
  hash: string
  blob_id: string
  now: number
  lease_until: number
}

/** True for the one that makes it: nobody has begun, or whoever did has not ended in time. */
export async function claim(q: Q, { hash, blob_id, now, lease_until }: Claim): Promise<boolean> {
  const about = { bytes: 0, ms: 0, marks_json: null, made_at: now, last_used_at: now }
  const row = { hash, state: 'making', blob_id, lease_until, ...about, pinned_until: 0 } as const
  const { numInsertedOrUpdatedRows } = await q
    .insertInto('voice_clip')
    .values(row)
    .onConflict((on) =>
      on
        .column('hash')
        .doUpdateSet({ lease_until, blob_id })
        .where('voice_clip.state', '=', 'making')
        .where('voice_clip.lease_until', '<', now),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Made = Pick<ClipRow, 'bytes' | 'ms' | 'marks_json' | 'made_at' | 'pinned_until'>

/** False where another has taken over meanwhile. */
export async function made(q: Q, of: { hash: string; blob_id: string }, clip: Made) {
  const { numUpdatedRows } = await q
    .updateTable('voice_clip')
    .set({ state: 'ready', ...clip, last_used_at: clip.made_at })
    .where('hash', '=', of.hash)
    .where('blob_id', '=', of.blob_id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What could not be made, or whose bytes are gone: whoever asks next makes it. */
export const forget = (q: Q, { hash, blob_id }: { hash: string; blob_id: string }) =>
  q.deleteFrom('voice_clip').where('hash', '=', hash).where('blob_id', '=', blob_id).execute()

export const used = (q: Q, hash: string, use: Pick<ClipRow, 'last_used_at' | 'pinned_until'>) =>
  q.updateTable('voice_clip').set(use).where('hash', '=', hash).execute()

export async function bytesKept(q: Q): Promise<number> {
  const { bytes } = await q
    .selectFrom('voice_clip')
    .select((is) => is.fn.sum<number | null>('bytes').as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes ?? 0
}

/** Those that were not used for longest. */
export const leastUsed = (q: Q, of: { before: number; now: number; limit: number }) =>
  q
    .selectFrom('voice_clip')
    .select(['hash', 'blob_id', 'bytes'])
    .where('last_used_at', '<', of.before)
    .where('pinned_until', '<', of.now)
    .where('lease_until', '<', of.now)
    .orderBy('last_used_at')
    .limit(sql.lit(of.limit))
    .execute()
