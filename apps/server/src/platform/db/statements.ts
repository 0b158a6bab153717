import type Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { Recent } from '../recent.ts'

/** The most recently used statements stay prepared; queries differ by which filters are set, not by their values. */
const KEPT = 500

export interface Statements extends SqliteDatabase {
  prepare(sql: string): Database.Statement
}

/** The database as Kysely uses it, with each statement prepared once instead of at each execution. */
export function keepStatements(raw: Database.Database): Statements {
  const kept = new Recent<string, Database.Statement>(KEPT)
  return {
    prepare(sql) {
      // On a full disk SQLite rolls back by itself. Kysely's own rollback would then fail with "no transaction" and hide the
      // cause.
      if (sql === 'rollback' && !raw.inTransaction) return this.prepare('select 1')
      const known = kept.get(sql)
      // A statement that is being iterated cannot be run a second time.
      if (known && !known.busy) return known
      const statement = raw.prepare(sql)
      kept.set(sql, statement)
      return statement
    },
    close: () => void raw.close(),
  }
}
