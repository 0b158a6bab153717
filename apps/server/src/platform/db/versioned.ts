import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/** A row of a table that people edit, as it was when they began: the column of its key, and the version they saw. */
export interface Edited<Key> {
  key: Key
  value: string
  version: number
}

/** Changes the row that was edited to its next version; false where it is no longer at the version that was seen (1006). */
export async function changeVersion<Tables, Table extends keyof Tables & string>(
  trx: Queryable<Tables>,
  table: Table,
  { key, value, version }: Edited<keyof Tables[Table] & string>,
  change: object,
): Promise<boolean> {
  const columns = Object.entries<unknown>({ ...change, version: version + 1 })
  const given = columns.filter(([, to]) => to !== undefined)
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
    set ${sql.join(given.map(([column, to]) => sql`${sql.ref(column)} = ${to}`))}
    where ${sql.ref(key)} = ${value} and version = ${version}`.execute(trx)
  return numAffectedRows === 1n
}
