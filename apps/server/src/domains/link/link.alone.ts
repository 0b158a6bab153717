import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

/** So long the database must have been away from this server before another's word counts: both learn of an outage in their time. */
const SURE_AFTER_MS = 6_000

/**
 * Whether this server alone is cut off from the database. Then it can tell its PCs nothing and store nothing of what they say, and
 * another server can: they are better off there. Where the database is away from all, they stay.
 */
export function createAlone({ db, instance }: Pick<Platform<Tables>, 'db' | 'instance'>) {
  let awaySince: number | undefined
  return function isAlone(): boolean {
    if (!db.isAway) {
      awaySince = undefined
      return false
    }
    awaySince ??= performance.now()
    return instance.othersWellAt > awaySince + SURE_AFTER_MS
  }
}
