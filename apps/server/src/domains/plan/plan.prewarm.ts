import type { Transaction } from 'kysely'
import type { Tables } from '#migrations/tables.ts'
import type { Db } from '#platform/db/db.ts'
import type { Instant } from '#platform/db/instant.ts'
import { pcsDue } from './plan.firing.store.ts'

const AHEAD_MS = 600_000
const MINUTE_MS = 60_000

interface PrewarmNeeds {
  instant: Instant
  /** These PCs are to be told once it is committed. */
  wake: (trx: Transaction<Tables>, pc_ids: readonly string[]) => Promise<void>
}

/** What a plan says is sent to its PC ten minutes ahead. */
export function createPrewarm(db: Db<Tables>, { instant, wake }: PrewarmNeeds) {
  let preparedTo = 0
  return async function prepare(): Promise<void> {
    const to = (await instant()) + AHEAD_MS
    // A clock that was put back comes by the same time again.
    preparedTo = Math.min(preparedTo, to)
    if (to - preparedTo < MINUTE_MS) return
    const due = await pcsDue(db.query, Math.max(preparedTo, to - AHEAD_MS), to)
    preparedTo = to
    const pcs = due.flatMap(({ pc_id }) => pc_id ?? [])
    if (pcs.length > 0) await db.transaction((trx) => wake(trx, [...new Set(pcs)]))
  }
}
