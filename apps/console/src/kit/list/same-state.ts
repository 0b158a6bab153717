import type { ViewState } from '@kaibo/contract/view/view.schema.ts'

/** Whether two states show the same: the address in any order, the columns where the view has its own. */
export function sameState(saved: ViewState, now: ViewState): boolean {
  const { columns = now.columns } = saved
  return (
    JSON.stringify(columns) === JSON.stringify(now.columns) &&
    sorted(saved.search) === sorted(now.search)
  )
}

function sorted(search: string): string {
  const params = new URLSearchParams(search)
  params.sort()
  return params.toString()
}
