import type { ListLoadState } from '@kaibo/contract/facts/enums.ts'

export type LoadState = keyof typeof ListLoadState

interface Facts {
  /** Nothing has been asked for yet. */
  idle: boolean
  failed: boolean
  /** What shows; nothing before the first answer. */
  shown: { rows: number; total: number } | undefined
  /** What shows is the answer to an earlier question. */
  outdated: boolean
  page: number
  page_size: number
}

/** The states of spec §4's lists, for a list that is read page by page. */
export function loadStateOf({ idle, failed, shown, outdated, page, page_size }: Facts): LoadState {
  if (!shown) return failed ? 'error' : idle ? 'init' : 'loading'
  if (outdated) return 'load'
  if (shown.total === 0) return 'empty'
  if (shown.rows === 0) return 'end'
  if (page * page_size < shown.total) return 'hasmore'
  return page > 1 ? 'nomore' : 'success'
}
