import { signal } from '#client/signal.ts'

/** What the person's menu opens: part of the tree, so that nothing that happens above can lose it. */
export type PersonAsk = 'profile' | 'why' | 'logout'

/** Opens it from elsewhere. */
export const personAsks = signal<PersonAsk>()
