import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

export type WriteRecord = Tables['audit']

/** The writes of a record by these calls, newest first. */
export const writesOf = (
  q: Queryable<Tables>,
  {
    id,
    calls,
    before,
    limit,
  }: { id: string; calls: readonly string[]; before?: number | undefined; limit: number },
): Promise<WriteRecord[]> =>
  q
    .selectFrom('audit')
    .selectAll()
    .where('target_id', '=', id)
    .where('action', 'in', calls)
    .$if(before !== undefined, (some) => some.where('seq', '<', before ?? 0))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()

export const writeAt = (
  q: Queryable<Tables>,
  { id, calls, seq }: { id: string; calls: readonly string[]; seq: number },
): Promise<WriteRecord | undefined> =>
  q
    .selectFrom('audit')
    .selectAll()
    .where('seq', '=', seq)
    .where('target_id', '=', id)
    .where('action', 'in', calls)
    .executeTakeFirst()
