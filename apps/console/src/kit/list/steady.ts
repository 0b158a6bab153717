import { useState } from 'react'

/** An answer as the query holds it. */
export interface Answer<P> {
  /** The query's key: another key means another list. */
  key: string
  page: P | undefined
  /** Time of the answer; 0 while the rows of the previous query are shown as a placeholder. */
  at: number
  fetching: boolean
}

/** What shows. */
interface Held<P> {
  /** The key of the current query. */
  key: string
  page: P | undefined
  /** The key of the query that `page` answers; it may be the previous one's, as a placeholder. */
  of: string
  at: number
  /** Time of the answer that was shown when the person asked for fresh rows; the next answer is shown at once. */
  asked: number | undefined
}

type Same<P> = (shown: P, come: P) => boolean

const isStandIn = ({ at }: { at: number }) => at === 0

const take = <P>({ key, page, at }: Answer<P>, before: Held<P> | undefined): Held<P> => ({
  key,
  page,
  of: isStandIn({ at }) ? (before?.of ?? key) : key,
  at,
  asked: undefined,
})

/** What to show after this answer: the answer itself, or still the rows from before. */
function next<P>(held: Held<P>, answer: Answer<P>, same: Same<P>): Held<P> {
  const { key, page, at, fetching } = answer
  const taken = take(answer, held)
  // Another query: its cached rows are shown, and the answer as soon as it arrives.
  if (key !== held.key) return { ...taken, asked: fetching ? at : undefined }
  if (page === held.page && at === held.at) return held
  // Nothing was shown before.
  if (held.page === undefined) return taken
  // The rows of the previous query were a placeholder. They are dropped when the answer comes, and also when the query fails.
  if (held.of !== key && (page === undefined || !isStandIn(answer))) return taken
  // The person asked for it.
  if (held.asked !== undefined && at !== held.asked) return taken
  // No row differs.
  if (page !== undefined && same(held.page, page)) return taken
  return held
}

/**
 * Keeps rows from changing under the reader. What the person asked for (another page, a filter, what they saved) shows at once; what
 * comes by itself waits until they take it, unless it changes no row.
 */
export function useSteady<P>(answer: Answer<P>, same: Same<P>) {
  const [held, setHeld] = useState<Held<P>>(() => ({
    ...take(answer, undefined),
    asked: answer.fetching ? answer.at : undefined,
  }))
  const now = next(held, answer, same)
  if (now !== held) setHeld(now)
  return {
    page: now.page,
    of: now.of,
    /** A newer answer that is not shown yet, if its rows differ. */
    waiting: now.page === answer.page ? undefined : answer.page,
    /** Shows it. */
    takeIt: () => setHeld(take(answer, now)),
    /** Shows the next answer as soon as it comes. */
    ask: () => setHeld((one) => ({ ...one, asked: answer.at })),
  }
}

/** Which rows of two answers differ: new, gone or changed. */
export function changedKeys<Row>(
  shown: readonly Row[],
  come: readonly Row[],
  keyOf: (row: Row) => string,
): string[] {
  const text = (rows: readonly Row[]) =>
    new Map(rows.map((row) => [keyOf(row), JSON.stringify(row)]))
  const before = text(shown)
  const after = text(come)
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].filter((key) => before.get(key) !== after.get(key))
}
