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

interface Held<P> {
  key: string
  page: P | undefined
  /** The question that the page answers. */
  of: string
  at: number
  /** The answer that stood when the person asked for a newer one; the next is shown at once. */
  asked: number | undefined
}

const take = <P>({ key, page, at, fetching }: Answer<P>, of: string): Held<P> => ({
  key,
  page,
  of: at === 0 ? of : key,
  at,
  asked: fetching ? at : undefined,
})

/**
 * Keeps what is on screen still. What the person asked for (another page, a filter, what they saved) shows at once; what
 * comes by itself waits until they take it, unless it changes no row.
 */
export function useSteady<P>(answer: Answer<P>, same: (shown: P, come: P) => boolean) {
  const [held, setHeld] = useState(() => take(answer, answer.key))
  const { key, page, at } = answer
  const isNew = at !== held.at || page !== held.page
  const wanted =
    key !== held.key ||
    held.page === undefined ||
    // Another question's page stands in until the answer comes, and goes when it does not: these rows are none of its.
    (held.of !== key && (page === undefined || at !== 0)) ||
    (held.asked !== undefined && at !== held.asked) ||
    (isNew && page !== undefined && same(held.page, page))
  const settled = key === held.key && !isNew

  let now = held
  if (wanted && !settled) {
    now = take(answer, held.of)
    if (key === held.key) now = { ...now, asked: undefined }
    setHeld(now)
  }
  return {
    page: now.page,
    of: now.of,
    /** What has come since, if it differs. */
    waiting: now.page === page ? undefined : page,
    /** Shows what has come. */
    takeIt: () => setHeld({ ...take(answer, now.of), asked: undefined }),
    /** Shows the next answer as soon as it comes. */
    ask: () => setHeld((one) => ({ ...one, asked: at })),
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
