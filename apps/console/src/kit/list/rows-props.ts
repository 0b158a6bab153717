import type { Density } from '@kaibo/contract/facts/density.ts'
import type { SortDir } from '@kaibo/contract/facts/enums.ts'
import type { Action } from '#kit/action/action.ts'
import type { Placed } from './column.ts'
import type { Selection } from './selection.ts'

export interface Sort {
  by: string | undefined
  dir: SortDir | undefined
}

/** What table and cards show of a list. */
export interface RowsProps<Row extends object> {
  rows: readonly Row[]
  columns: readonly Placed<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  actions?: readonly Action<Row>[]
  selection?: Selection<Row> | undefined
  sortable?: readonly string[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The row of the keyboard's cursor, and where it went. */
  cursor?: number
  onCursor?: (index: number) => void
  onOpen?: ((row: Row) => void) | undefined
  /** What its rows are, for people who do not see them. */
  label: string
}

export interface ListTableProps<Row extends object> extends RowsProps<Row> {
  density?: Density
  onResize?: (key: string, width: number) => void
}

/** Of the rows one can be reached by Tab; from there the arrows go on (`useCursor`). */
export const cursorAt = (
  { cursor = -1, onCursor }: Pick<RowsProps<never>, 'cursor' | 'onCursor'>,
  index: number,
) =>
  onCursor && {
    tabIndex: index === Math.max(cursor, 0) ? 0 : -1,
    onFocus: () => onCursor(index),
  }
