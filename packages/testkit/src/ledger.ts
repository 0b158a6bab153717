/** The proof that tests of any domain ask for: no figure differs from the rows it sums. */
export { reconcile } from '@kaibo/server/domains/income/reconcile.ts'
