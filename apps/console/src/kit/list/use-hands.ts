import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RowsProps } from './rows-props.ts'
import type { Hands } from './table-row.tsx'

type Does<Row extends object> = Pick<RowsProps<Row>, 'onOpen' | 'selection' | 'onCursor'>

/** What is done to a row, as it stands when it is done; itself it never changes. */
export function useHands<Row extends object>({
  onOpen,
  selection,
  onCursor,
}: Does<Row>): Hands<Row> {
  const latest = useRef<Does<Row>>({})
  useLayoutEffect(() => {
    latest.current = { onOpen, selection, ...(onCursor && { onCursor }) }
  })
  return useMemo(
    () => ({
      open: (row) => latest.current.onOpen?.(row),
      toggle: (row) => latest.current.selection?.toggle(row),
      focus: (cursor) => latest.current.onCursor?.(cursor),
    }),
    [],
  )
}
