import { useState } from 'react'

/** An answer as the query holds it. */
export interface Answer<P> {
  /** Of the question: another key, another list. */
  key: string
  page: P | undefined
  /** Changes with every answer. */
  at: number
  fetching: boolean
}

interface Held<P> {
  key: string
  page: P | undefined
  at: number
  /** The answer that stood when the person asked for a newer one; the next is shown at once. */
  asked: number | undefined
}

const take = <P>({ key, page, at, fetching }: Answer<P>): Held<P> => ({
  key,
  page,
  at,
  asked: fetching ? at : undefined,
})

/**
 * Keeps what is on screen still. What the person asked for (another page, a filter, what they saved) shows at once; what
 * comes by itself waits until they take it, unless it changes no row.
 */
export function useSteady<P>(answer: Answer<P>, same: (shown: P, come: P) => boolean) {
  const [held, setHeld] = useState(() => take(answer))
  const { key, page, at } = answer
  const isNew = at !== held.at || page !== held.page
  const wanted =
    key !== held.key ||
    held.page === undefined ||
    (held.asked !== undefined && at !== held.asked) ||
    (isNew && page !== undefined && same(held.page, page))
  const settled = key === held.key && !isNew

  let now = held
  if (wanted && !settled) {
    now = key === held.key ? { ...take(answer), asked: undefined } : take(answer)
    setHeld(now)
  }
  return {
    page: now.page,
    /** What has come since, if it differs. */
    waiting: now.page === page ? undefined : page,
    /** Shows what has come. */
    takeIt: () => setHeld({ ...take(answer), asked: undefined }),
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
