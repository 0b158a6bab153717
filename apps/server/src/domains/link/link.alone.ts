import type { Tables } from '#migrations/tables.ts'
import type { Platform } from '#platform/platform.ts'

interface Needs {
  db: Pick<Platform<Tables>['db'], 'isAway'>
  instance: Pick<Platform<Tables>['instance'], 'othersWellAt'>
}

/** So long the database must have been away from this server before another's word counts: both learn of an outage in their time. */
const SURE_AFTER_MS = 6_000
/** From the first such word to a later one: when an outage of all ends, one is back some seconds before another. */
const STANDS_MS = 4_500
/** Others say every five seconds that they are well. Who says it again after a longer silence has only just come back. */
const SILENCE_MS = 11_000

/**
 * Whether this server alone is cut off from the database. Then it can tell its PCs nothing and store nothing of what they say, and
 * another server can: they are better off there. Where the database is away from all, they stay.
 */
export function createAlone({ db, instance }: Needs, now = () => performance.now()) {
  let awaySince: number | undefined
  /** The first and the last of the others' words that count. */
  let words: { first: number; last: number } | undefined

  return function isAlone(): boolean {
    if (!db.isAway) {
      awaySince = words = undefined
      return false
    }
    awaySince ??= now()
    const at = instance.othersWellAt
    if (at <= awaySince + SURE_AFTER_MS) return false
    if (!words || at - words.last > SILENCE_MS) words = { first: at, last: at }
    words.last = at
    return words.last - words.first >= STANDS_MS
  }
}
