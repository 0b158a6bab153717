import { useCallback, useEffect, useRef, useState } from 'react'

/** After this long without movement the pointer no longer holds the rows, so that an unattended wall keeps sorting. */
const REST_MS = 20_000

/**
 * While the pointer is over the rows, live sorting pauses, so that what somebody is about to press does not move.
 * Their content still updates; new rows are added at the end. For another query (`key`) the order is taken anew.
 */
export function useHeldOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  key: string,
  restMs = REST_MS,
) {
  const [held, setHeld] = useState<{ key: string; order: readonly string[] }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = held?.key === key
  const shown = isHeld ? inOrder(rows, keyOf, held.order) : rows

  const release = useCallback(() => {
    clearTimeout(timer.current)
    setHeld(undefined)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  const point = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(release, restMs)
    if (!isHeld) setHeld({ key, order: shown.map(keyOf) })
  }
  return { rows: shown, pointed: { onPointerMove: point, onPointerLeave: release } }
}

function inOrder<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  order: readonly string[],
): readonly Row[] {
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = (row: Row) => places.get(keyOf(row)) ?? order.length
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b))
}
