import type { ListLoadState } from '@kaibo/contract/facts/enums.ts'

export type LoadState = keyof typeof ListLoadState

interface Facts {
  /** Nothing has been asked for yet. */
  idle: boolean
  failed: boolean
  /** What is shown; undefined before the first answer. */
  shown: { rows: number; total: number; next?: string | null | undefined } | undefined
  /** The shown rows are of the previous query. */
  outdated: boolean
  page: number
  page_size: number
  /** The page was read by cursor and has no number. */
  cursor?: string | undefined
}

/** The states of spec §4's lists, for a list that is read page by page. */
export function loadStateOf(facts: Facts): LoadState {
  const { idle, failed, shown, outdated, page, page_size, cursor } = facts
  if (!shown) return failed ? 'error' : idle ? 'init' : 'loading'
  if (outdated) return 'load'
  if (shown.total === 0) return 'empty'
  if (shown.rows === 0) return 'end'
  const hasMore = shown.next === undefined ? page * page_size < shown.total : shown.next !== null
  if (hasMore) return 'hasmore'
  return page > 1 || cursor !== undefined ? 'nomore' : 'success'
}
