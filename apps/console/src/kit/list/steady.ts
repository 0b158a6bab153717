import { useState } from 'react'

/** An answer as the query holds it. */
export interface Answer<P> {
  /** Of the question: another key, another list. */
  key: string
  page: P | undefined
  /** Changes with every answer; 0 while the page of another question stands in for it. */
  at: number
  fetching: boolean
}

/** What shows. */
interface Held<P> {
  /** The question that was asked. */
  key: string
  page: P | undefined
  /** The question that the page answers: another one's page may stand in. */
  of: string
  at: number
  /** The answer that stood when the person asked for a newer one; the next is shown at once. */
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

/** What shows once this answer stands: the answer, or still what was there. */
function next<P>(held: Held<P>, answer: Answer<P>, same: Same<P>): Held<P> {
  const { key, page, at, fetching } = answer
  const taken = take(answer, held)
  // Another question was asked: what is kept of it shows, and so does the answer that is on its way.
  if (key !== held.key) return { ...taken, asked: fetching ? at : undefined }
  if (page === held.page && at === held.at) return held
  // There was nothing to keep still.
  if (held.page === undefined) return taken
  // Another question's page stood in. It goes when the answer comes, and when none does: these rows are none of its.
  if (held.of !== key && (page === undefined || !isStandIn(answer))) return taken
  // The person asked for it.
  if (held.asked !== undefined && at !== held.asked) return taken
  // It changes no row.
  if (page !== undefined && same(held.page, page)) return taken
  return held
}

/**
 * Keeps what is on screen still. What the person asked for (another page, a filter, what they saved) shows at once; what
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
    /** What has come since, if it differs. */
    waiting: now.page === answer.page ? undefined : answer.page,
    /** Shows what has come. */
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
