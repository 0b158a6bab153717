import { sql, type RawBuilder } from 'kysely'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'

/** Since when the PCs that are online were heard by this server; 0 once all of them had time to come back to it. */
export type HeardSince = () => number

/**
 * Of the table `pc` in the query, or of nothing beside a room without one. Decided in SQL, so that lists can be filtered and
 * counted by it; `since` is what `HeardSince` answers.
 */
export const presenceSince = (since: number | RawBuilder<number>): RawBuilder<PcPresence> =>
  sql<PcPresence>`case
    when coalesce(pc.online, 0) = 0 then ${sql.lit(PcPresence.offline)}
    when pc.last_seen_at < ${since} then ${sql.lit(PcPresence.unknown)}
    else ${sql.lit(PcPresence.online)} end`
