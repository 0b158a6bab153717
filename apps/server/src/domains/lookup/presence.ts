import { sql, type RawBuilder } from 'kysely'
import { PcPresence } from '@kaibo/contract/facts/presence.ts'

/** After a start, the instant since when this server has heard of PCs; 0 once all PCs have had time to reconnect. */
export type HeardSince = () => number

/**
 * The presence of the query's table `pc`, `offline` where it was joined to no row. In SQL, so that lists can be filtered and
 * counted by it. `since` is what `HeardSince` answers.
 */
export const presenceSince = (since: number | RawBuilder<number>): RawBuilder<PcPresence> =>
  sql<PcPresence>`case
    when coalesce(pc.online, 0) = 0 then ${sql.lit(PcPresence.offline)}
    when pc.last_seen_at < ${since} then ${sql.lit(PcPresence.unknown)}
    else ${sql.lit(PcPresence.online)} end`
