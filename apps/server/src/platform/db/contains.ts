import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The pattern of `like` for a text; `%` and `_` in it are escaped. */
export const patternOf = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`

/**
 * True where one of the columns contains the text, in either case; without a text, true of every row. In a compiled query
 * `text` is the placeholder of the pattern.
 */
export function contains(
  columns: readonly string[],
  text: string | RawBuilder<string> | undefined,
): RawBuilder<SqlBool> {
  if (!text) return sql`1 = 1`
  const pattern = typeof text === 'string' ? patternOf(text) : text
  const each = columns.map(
    (column) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
