import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/** A row that somebody edits: the column of its key, its value, and the version that they saw. */
export interface Edited<Key> {
  key: Key
  value: string
  version: number
}

/** Who saved the row last, by their uid. */
export async function lastSavedBy<Tables, Table extends keyof Tables & string>(
  q: Queryable<Tables>,
  table: Table,
  { key, value }: Pick<Edited<keyof Tables[Table] & string>, 'key' | 'value'>,
): Promise<string | null> {
  const { rows } = await sql<{ updated_by: string | null }>`
    select updated_by from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(q)
  return rows[0]?.updated_by ?? null
}

/** Writes the change and raises the version; false where the row is no longer at the version that was seen (1006). */
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
