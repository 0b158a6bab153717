import { sql, type RawBuilder, type SqlBool } from 'kysely'

/** The columns that name a row's organisation and person. Without `own`, a scope of own rows shows none. */
export interface Belongs<Column extends string = string> {
  org: Column
  own?: Column
}

type Value = string | RawBuilder<string>

/** True of the rows that an organisation sees, where several may see one. */
export type Among = (org_id: Value) => RawBuilder<SqlBool>

/** A scope with its values, or with their placeholders in a compiled query. */
type Seen =
  | { readonly kind: 'all' }
  | { readonly kind: 'org'; readonly org_id: Value }
  | { readonly kind: 'own'; readonly uid: Value }

/** The rows that a scope shows, as a condition; it is never left out, and false of every row where nothing is shown. */
export function within(scope: Seen, column: string | Belongs | Among): RawBuilder<SqlBool> {
  if (typeof column === 'function') {
    if (scope.kind === 'all') return sql`1 = 1`
    return scope.kind === 'org' ? column(scope.org_id) : sql`1 = 0`
  }
  const belongs: Belongs = typeof column === 'string' ? { org: column } : column
  if (scope.kind === 'all') return sql`1 = 1`
  if (scope.kind === 'org') return sql`${sql.ref(belongs.org)} = ${scope.org_id}`
  return belongs.own ? sql`${sql.ref(belongs.own)} = ${scope.uid}` : sql`1 = 0`
}
