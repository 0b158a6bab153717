import type Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'
import { Recent } from '../recent.ts'

/** Queries differ by the filters that are set, not by their values: those used last stay prepared. */
const KEPT = 500

export interface Statements extends SqliteDatabase {
  prepare(sql: string): Database.Statement
}

/** The database as Kysely uses it, with each statement prepared once instead of at each execution. */
export function keepStatements(raw: Database.Database): Statements {
  const kept = new Recent<string, Database.Statement>(KEPT)
  return {
    prepare(sql) {
      // SQLite itself takes a transaction back when the disk is full. Kysely does it once more, and would then say that
      // there is none instead of why.
      if (sql === 'rollback' && !raw.inTransaction) return this.prepare('select 1')
      const known = kept.get(sql)
      // One that is being iterated cannot be run a second time.
      if (known && !known.busy) return known
      const statement = raw.prepare(sql)
      kept.set(sql, statement)
      return statement
    },
    close: () => void raw.close(),
  }
}
