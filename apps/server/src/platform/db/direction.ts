import { SortDir } from '@kaibo/contract/facts/enums.ts'

/** The newest and the greatest first, unless it is asked otherwise. */
export const directionOf = ({ sort_dir = SortDir.descend }: { sort_dir?: SortDir | undefined }) =>
  sort_dir === SortDir.ascend ? 'asc' : 'desc'
