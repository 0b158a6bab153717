/**
 * The rows an account may see: everything, its organisation's, or its own. A store takes it as an argument, so that a
 * query without it does not compile.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'org'; readonly org_id: string }
  | { readonly kind: 'own'; readonly uid: string }

/**
 * The one organisation whose rows a scope shows, `undefined` when it shows all. For rows that belong to organisations only,
 * `own` shows none: no organisation has the id `''`.
 */
export function orgOfScope(scope: Scope): string | undefined {
  if (scope.kind === 'all') return undefined
  return scope.kind === 'org' ? scope.org_id : ''
}
