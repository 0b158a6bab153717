import type { ViewState } from '@kaibo/contract/view/view.schema.ts'

/** Whether two states show the same: the address in any order, columns and density where the view has its own. */
export function sameState(saved: ViewState, now: ViewState): boolean {
  const parts = (['columns', 'density'] as const).every(
    (part) => !saved[part] || JSON.stringify(saved[part]) === JSON.stringify(now[part]),
  )
  return parts && sorted(saved.search) === sorted(now.search)
}

function sorted(search: string): string {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}
