import type { Words } from '@kaibo/contract/kernel/words.ts'

/** What the list calls itself and what it lists. */
export interface ListWords {
  title: Words
  /** `账号`: there are none yet, none match. */
  what: Words
  /** `3 个账号` */
  items: (count: number) => Words
  /** What it is, for whoever finds it empty. */
  hint: Words
}
