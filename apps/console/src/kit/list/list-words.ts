import type { Localized } from '#client/language.ts'

/** What the list calls itself and what it lists. */
export interface ListWords {
  title: Localized
  /** `账号`: there are none yet, none match. */
  what: Localized
  /** `3 个账号` */
  items: (count: number) => string
  /** What it is, for whoever finds it empty. */
  hint: Localized
}
