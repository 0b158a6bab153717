import type { Giver } from '@kaibo/contract/room/room.schema.ts'
import type { Tables } from '#migrations/tables.ts'
import type { Queryable } from '#platform/db/db.ts'

const SHOWN = 5

/** Who gave most in a run; nobody before the first run. */
export async function giversOf(q: Queryable<Tables>, run_id: string | null): Promise<Giver[]> {
  if (run_id === null) return []
  return q
    .selectFrom('run_giver')
    .select(['open_id', 'nickname', 'fen', 'count'])
    .where('run_id', '=', run_id)
    .orderBy('fen', 'desc')
    .orderBy('open_id', 'desc')
    .limit(SHOWN)
    .execute()
}
