import { useCallback, useEffect, useRef, useState } from 'react'

/** Who rests longer than this points at nothing: a wall that nobody touches goes on sorting itself. */
const REST_MS = 20_000

/**
 * Rows that sort themselves stay in their places while somebody points at them, or goes through them by keys: what is about to
 * be pressed does not move.
 * They go on changing in their places; one that comes stands at the end. Another question (`key`) is answered in its own order.
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
  return {
    rows: shown,
    pointed: { onPointerMove: point, onPointerLeave: release, onKeyDown: point },
  }
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
