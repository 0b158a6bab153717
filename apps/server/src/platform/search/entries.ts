import { sql } from 'kysely'
import type { Queryable } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { givenRows, textAt } from '../db/rows.ts'
import { entryOf } from './entry.ts'
import type { Source } from './searched.ts'

type Row = Readonly<Record<string, string | null>>

/** So many rows are entered with one statement. */
const BATCH = 500

/** Writes the entries of these rows anew; that of a row that is no more goes. */
export async function enter<Tables>(
  q: Queryable<Tables>,
  searched: Source,
  keys: readonly string[],
): Promise<void> {
  const { table, key, texts, codes } = searched
  const rows = await read(q, searched, keys)
  const cells = await Promise.all(
    rows.map(async (row) => {
      const valuesOf = (columns: readonly string[]) => columns.map((column) => row[column] ?? '')
      const entry = await entryOf(table, { texts: valuesOf(texts), codes: valuesOf(codes) })
      return [row[key] ?? '', entry.parts, entry.starts, entry.tokens]
    }),
  )
  if (cells.length > 0) await write(q, table, cells)
  const found = new Set(cells.map(([of]) => of))
  const gone = keys.filter((one) => !found.has(one))
  if (gone.length > 0)
    await sql`
      delete from search_entry
      where table_name = ${table} and key in (${sql.join(gone)})`.execute(q)
}

/** Enters every row that has no entry yet. */
export async function enterMissing<Tables>(q: Queryable<Tables>, searched: Source): Promise<void> {
  const { table, key, gone } = searched
  const keyOf = sql.ref(`${table}.${key}`)
  for (;;) {
    const { rows } = await sql<{ key: string }>`
      select ${keyOf} as key from ${sql.table(table)}
      left join search_entry as entry on entry.table_name = ${table} and entry.key = ${keyOf}
      where entry.id is null and ${gone ? sql`${sql.ref(`${table}.${gone}`)} is null` : sql`1 = 1`}
      limit ${BATCH}`.execute(q)
    if (rows.length === 0) return
    const keys = rows.map((row) => row.key)
    await enter(q, searched, keys)
    if (rows.length < BATCH) return
  }
}

async function read<Tables>(
  q: Queryable<Tables>,
  { table, key, texts, codes, gone }: Source,
  keys: readonly string[],
): Promise<Row[]> {
  if (keys.length === 0) return []
  const columns = [...new Set<string>([key, ...texts, ...codes])].map((column) => sql.ref(column))
  const { rows } = await sql<Row>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where ${sql.ref(key)} in (${sql.join(keys)})
      and ${gone ? sql`${sql.ref(gone)} is null` : sql`1 = 1`}`.execute(q)
  return rows
}

async function write<Tables>(
  q: Queryable<Tables>,
  table: string,
  cells: readonly (readonly string[])[],
): Promise<void> {
  const dialect = dialectOf(q)
  const tokens =
    dialect === 'sqlite' ? textAt(3) : sql`array_to_tsvector(string_to_array(${textAt(3)}, ' '))`
  await sql`
    insert into search_entry (table_name, key, parts, starts, tokens)
    select ${table}, ${textAt(0)}, ${textAt(1)}, ${textAt(2)}, ${tokens}
    from ${givenRows(dialect, cells)} where 1 = 1
    on conflict (table_name, key) do update
    set parts = excluded.parts, starts = excluded.starts, tokens = excluded.tokens`.execute(q)
}
