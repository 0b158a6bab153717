import type { Words } from '#kit/action/action.ts'

/** What the list calls itself and what it lists. */
export interface ListWords {
  title: Words
  /** `账号`: there are none yet, none match. */
  what: Words
  /** `3 个账号` */
  items: (count: number) => string
  /** What it is, for whoever finds it empty. */
  hint: Words
}
