import { sql } from 'kysely'
import type { Queryable } from './db.ts'

/**
 * Holds a row until the transaction ends, and changes nothing in it. Whoever checks something of what belongs to the row, and
 * writes by that, holds it first: of two at once the second then finds what the first has written.
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
