import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** True where one of the columns contains the text, whatever its case; `%` and `_` in it are letters like any other. */
export function contains(columns: readonly string[], text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`
  const each = columns.map(
    (column) => sql`lower(${sql.ref(column)}) like lower(${pattern}) escape '\\'`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` or `)})`
}
