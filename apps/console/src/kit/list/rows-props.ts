import type { Density } from '@kaibo/contract/facts/preferences.ts'
import type { SortDir } from '@kaibo/contract/facts/enums.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Action } from '#kit/action/action.ts'
import type { Placed } from './column.ts'
import type { Selection } from './selection.ts'

export interface Sort {
  by: string | undefined
  dir: SortDir | undefined
}

/** The row the keyboard was at last: by its key, as rows change places; by its place where that row is gone. */
export interface Cursor {
  key: string
  index: number
}

/** What table and cards show of a list. */
export interface RowsProps<Row extends object> {
  rows: readonly Row[]
  columns: readonly Placed<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row, lang: Lang) => string
  actions?: readonly Action<Row>[]
  selection?: Selection<Row> | undefined
  sortable?: readonly string[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Where the keyboard's cursor was last, and where it went. */
  cursor?: Cursor | undefined
  onCursor?: (cursor: Cursor) => void
  onOpen?: ((row: Row) => void) | undefined
  /** What its rows are, for people who do not see them. */
  label: string
}

export interface ListTableProps<Row extends object> extends RowsProps<Row> {
  density?: Density
  onResize?: (key: string, width: number) => void
}

type CursorProps<Row extends object> = Pick<
  RowsProps<Row>,
  'rows' | 'keyOf' | 'cursor' | 'onCursor'
>

/** Of the rows one can be reached by Tab, however short the page; from there j and k go on (`useCursor`). */
export function tabStop<Row extends object>({ rows, keyOf, cursor }: CursorProps<Row>): number {
  if (!cursor) return 0
  const index = rows.findIndex((row) => keyOf(row) === cursor.key)
  return index < 0 ? Math.min(cursor.index, rows.length - 1) : index
}

/** How a row takes part in that; `stop` is the one that Tab reaches. */
export const cursorAt = (
  onCursor: ((cursor: Cursor) => void) | undefined,
  stop: number,
  { key, index }: Cursor,
) =>
  onCursor && {
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => onCursor({ key, index }),
  }
