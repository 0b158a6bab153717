/** What a line of a room's timeline is. */
export const MOMENT_KINDS = ['event', 'decision', 'speech', 'command', 'state', 'log'] as const
export type MomentKind = (typeof MOMENT_KINDS)[number]

/** What a timeline can be cut down to: a kind, some of the events, or what the system itself did. */
export const MOMENT_FILTERS = [...MOMENT_KINDS, 'gift', 'danmu', 'system'] as const
export type MomentFilter = (typeof MOMENT_FILTERS)[number]

export const SYSTEM_KINDS = ['command', 'state', 'log'] as const satisfies readonly MomentKind[]

interface Sorted {
  kind: MomentKind
  tag: string
  /** Of events that may carry money, also where none was paid; else null. */
  fen: number | null
}

/** Whether a line belongs to what is asked for: the console filters what comes in live as the server does its pages. */
export function passes(filter: MomentFilter | undefined, { kind, tag, fen }: Sorted): boolean {
  if (filter === undefined) return true
  if (filter === 'system') return SYSTEM_KINDS.some((system) => system === kind)
  if (filter === 'danmu') return kind === 'event' && tag === 'danmu'
  if (filter === 'gift') return kind === 'event' && fen !== null
  return kind === filter
}
