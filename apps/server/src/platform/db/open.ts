import type { Db } from './db.ts'
import type { OnError } from './ending.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** `postgres://…` opens PostgreSQL; anything else is the path of a SQLite file. */
export function openDb<Tables>(target: {
  url?: string | undefined
  file: string
  readonly?: boolean
  /** Connections to PostgreSQL, beside those for reports. */
  connections?: number
  /** Is told of errors after a commit. */
  onError?: OnError
}): Db<Tables> {
  return target.url
    ? openPostgres<Tables>(target.url, target)
    : openSqlite<Tables>(target.file, target)
}
