import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** Where a row says whose it is. Without `own`, no person has rows of their own there. */
export interface Belongs<Column extends string = string> {
  org: Column
  own?: Column
}

type Value = string | RawBuilder<string>

/** A scope by its values, or by what stands for them in a compiled query. */
type Seen =
  | { readonly kind: 'all' }
  | { readonly kind: 'org'; readonly org_id: Value }
  | { readonly kind: 'own'; readonly uid: Value }

/** The rows that a scope shows, as a condition. There always is one: where nothing is shown, it holds for no row. */
export function within(scope: Seen, column: string | Belongs): RawBuilder<SqlBool> {
  const belongs: Belongs = typeof column === 'string' ? { org: column } : column
  if (scope.kind === 'all') return sql`1 = 1`
  if (scope.kind === 'org') return sql`${sql.ref(belongs.org)} = ${scope.org_id}`
  return belongs.own ? sql`${sql.ref(belongs.own)} = ${scope.uid}` : sql`1 = 0`
}
