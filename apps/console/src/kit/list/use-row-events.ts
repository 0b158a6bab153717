import { useLayoutEffect, useMemo, useRef } from 'react'
import type { RowsProps } from './rows-props.ts'
import type { RowEvents } from './table-row.tsx'

type Handlers<Row extends object> = Pick<RowsProps<Row>, 'onOpen' | 'selection' | 'onCursor'>

/** Handlers for rows that never change identity and call the latest props. */
export function useRowEvents<Row extends object>({
  onOpen,
  selection,
  onCursor,
}: Handlers<Row>): RowEvents<Row> {
  const latest = useRef<Handlers<Row>>({})
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
