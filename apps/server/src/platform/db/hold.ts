import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/**
 * Locks a row until the transaction ends, without changing it. Call it before checking something that a later write depends
 * on: of two transactions at once, the second then waits and its check sees what the first has written.
 */
export async function hold<Tables, Table extends keyof Tables & string>(
  trx: Queryable<Tables>,
  table: Table,
  key: keyof Tables[Table] & string,
  value: string,
): Promise<void> {
  const column = sql.ref(key)
  await sql`update ${sql.table(table)} set ${column} = ${value} where ${column} = ${value}`.execute(
    trx,
  )
}
