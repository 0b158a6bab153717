import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Queryable } from '../db/db.ts'
import { dialectOf } from '../db/dialect.ts'
import { tableToken } from './entry.ts'
import type { Source } from './searched.ts'
import { soughtBy, type Sought } from './sought.ts'

/** Rows that are found by what they name come after those that are found by their own texts. */
const THROUGH = 10_000
/** Rows of which a text begins with what is looked for come before others. */
const WITHIN = 1_000

/**
 * The rows of a table that are found, by `key`, each with its `place`: the smaller, the better it fits. A row may occur more
 * than once. The index leads to candidates; which of them it is, the patterns say. Cross joins make SQLite start from what
 * was found: it cannot know how few that is.
 */
export const placesOf = <Tables>(
  q: Queryable<Tables>,
  source: Source,
  sought: Sought,
): RawBuilder<unknown> => placesBy((table) => ownPlaces(q, table, sought), source)

/** The same, of the rows of each table whose own texts fit. */
export function placesBy(
  own: (table: string) => RawBuilder<unknown>,
  { table, key, through = {}, gone }: Source,
): RawBuilder<unknown> {
  const named = Object.entries(through).map(
    ([column, other]) => sql`
      select ${sql.ref(`${table}.${key}`)} as key, ${sql.lit(THROUGH)} + named.place as place
      from (${own(other ?? '')}) as named
      cross join ${sql.table(table)}
      where ${sql.ref(`${table}.${column}`)} = named.key
        and ${gone ? sql`${sql.ref(`${table}.${gone}`)} is null` : sql`1 = 1`}`,
  )
  return sql.join([own(table), ...named], sql` union all `)
}

/** True where the column names a row of the table whose own texts the keyword finds; without a keyword, of every row. */
export function foundAs<Tables>(
  q: Queryable<Tables>,
  table: keyof Tables & string,
  column: string,
  keyword: string | undefined,
): RawBuilder<SqlBool> {
  const sought = soughtBy(keyword)
  return sought ? isAmong(column, ownPlaces(q, table, sought)) : sql`1 = 1`
}

/** True where the column has the key of one of these. */
export const isAmong = (column: string, places: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select found.key from (${places}) as found)`

const ownPlaces = <Tables>(q: Queryable<Tables>, table: string, sought: Sought) => sql`
  select entry.key, ${placeOf(sought)} as place from search_entry as entry
  where ${sql.join([leadsTo(q, sought, table), ...fits(sought)], sql` and `)}`

/** The rows of all tables whose own texts fit, by `table_name`, `key` and `place`. */
export const allPlaces = <Tables>(q: Queryable<Tables>, sought: Sought): RawBuilder<unknown> => sql`
  select entry.table_name, entry.key, ${placeOf(sought)} as place from search_entry as entry
  where ${sql.join([leadsTo(q, sought), ...fits(sought)], sql` and `)}`

const placeOf = ({ begins }: Sought) => sql`
  length(entry.parts) + case when entry.parts like ${begins} escape '\\' then 0 else ${sql.lit(WITHIN)} end`

/** To the candidates, by the index. */
function leadsTo<Tables>(
  q: Queryable<Tables>,
  { grams }: Sought,
  table?: string,
): RawBuilder<SqlBool> {
  if (grams === undefined)
    return table === undefined ? sql`1 = 1` : sql`entry.table_name = ${sql.lit(table)}`
  const words =
    table === undefined ? sql`${grams}` : sql`${sql.lit(`${tableToken(table)} `)} || ${grams}`
  return dialectOf(q) === 'sqlite'
    ? sql`entry.id in (select rowid from search_token where search_token match ${words})`
    : sql`entry.tokens @@ cast(replace(${words}, ' ', ' & ') as tsquery)`
}

const fits = ({ parts, starts }: Sought): RawBuilder<SqlBool>[] =>
  parts.map(
    (part, term) =>
      sql`(entry.parts like ${part} escape '\\' or entry.starts like ${starts[term]} escape '\\')`,
  )
