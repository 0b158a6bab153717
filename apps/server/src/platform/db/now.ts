import { sql, type RawBuilder } from 'kysely'
import type { Dialect } from './db.ts'

/** The database's time in milliseconds, in SQL: servers' clocks differ. */
export const dbNow = (dialect: Dialect): RawBuilder<number> =>
  dialect === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
