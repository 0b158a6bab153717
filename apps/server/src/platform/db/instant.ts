import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './db.ts'

/** Milliseconds since 1970 by one clock for all servers. */
export type Instant = () => Promise<number>

/** The database's clock: those of servers differ, and what is due is due once. A file is read by this process alone. */
export const instantOf = <Tables>({ dialect, query }: Db<Tables>, clock: Clock): Instant => {
  if (dialect === 'sqlite') return () => Promise.resolve(clock.now())
  const now = sql<{
    now: number
  }>`select cast(extract(epoch from clock_timestamp()) * 1000 as bigint) as now`
  return async () => (await now.execute(query)).rows[0]?.now ?? clock.now()
}
