import { SortDir } from '@kaibo/contract/facts/enums.ts'

/** Descending by default: the newest and the greatest first. */
export const directionOf = ({ sort_dir = SortDir.descend }: { sort_dir?: SortDir | undefined }) =>
  sort_dir === SortDir.ascend ? 'asc' : 'desc'
