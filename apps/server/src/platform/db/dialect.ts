import { SqliteAdapter } from 'kysely'
import type { Dialect, Queryable } from './db.ts'

/** Which database a query runs on, for stores that are given nothing else. */
export const dialectOf = <Tables>(q: Queryable<Tables>): Dialect =>
  q.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'pg'
