/**
 * The rows an account may see: everything, its organisation's, or its own. A store takes it as an argument, so that a
 * query without it does not compile.
 */
export type Scope =
  | { readonly kind: 'all' }
  | { readonly kind: 'org'; readonly org_id: string }
  | { readonly kind: 'own'; readonly uid: string }
