import { signal } from '#client/signal.ts'

/** Opens the search from wherever it is asked for. */
export const searchAsks = signal<void>()
