import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** `%` and `_` in the text are letters like any other. */
export const patternOf = (text: string): string =>
  `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`

/**
 * True where one of the columns contains the text, or what stands for its pattern in a compiled query, whatever its case; and
 * everywhere, where there is no text.
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
