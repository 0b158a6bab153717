import { sql } from 'kysely'
import { Committer } from './committer.ts'
import type { Db } from './db/db.ts'
import { dbNow } from './db/now.ts'
import { givenRows, intAt, textAt } from './db/rows.ts'

/** Says of a key whether it is used for the first time, on any server; `ms` is how long another use could come. */
export type Once = (key: string, ms: number) => Promise<boolean>

const MOST = 500

/** Decided by a unique row: what comes together is written with one statement. */
export function createOnce<Tables>(db: Db<Tables>): Once {
  const { dialect } = db
  const writer = new Committer<{ key: string; ms: number }, boolean>(
    MOST,
    () => 1,
    async (uses) => {
      const rows = uses.map(({ key, ms }) => [key, ms])
      const { rows: added } = await sql<{ key: string }>`
        insert into used_once (key, until)
        select ${textAt(0)}, ${dbNow(dialect)} + ${intAt(1)}
        from ${givenRows(dialect, rows)} where true
        on conflict do nothing returning key`.execute(db.query)
      const fresh = new Set(added.map(({ key }) => key))
      // Of two equal keys in one statement the first is the one that was added.
      return uses.map(({ key }) => fresh.delete(key))
    },
  )
  return (key, ms) => writer.add({ key, ms })
}
