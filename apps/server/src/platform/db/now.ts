import { sql } from 'kysely'
import type { Dialect } from './db.ts'

/** The database's time in milliseconds, for leases: a server's clock that is ahead would take over what others hold. */
export const dbNow = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
