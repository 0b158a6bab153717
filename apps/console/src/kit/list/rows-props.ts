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

/** The row that the keyboard was last at: found by its key, as rows move, or by its index once that row is gone. */
export interface Cursor {
  key: string
  index: number
}

/** The properties that table and cards share. */
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
  /** What the rows are, for screen readers. */
  label: string
}

export interface ListTableProps<Row extends object> extends RowsProps<Row> {
  density?: Density
  /** All rows at once, however many: they are drawn where they are seen, and none of them wraps. */
  long?: boolean
  onResize?: (key: string, width: number) => void
}

type CursorProps<Row extends object> = Pick<
  RowsProps<Row>,
  'rows' | 'keyOf' | 'cursor' | 'onCursor'
>

/** The index of the one row that Tab reaches; from there j and k move on (`useCursor`). */
export function tabStop<Row extends object>({ rows, keyOf, cursor }: CursorProps<Row>): number {
  if (!cursor) return 0
  const index = rows.findIndex((row) => keyOf(row) === cursor.key)
  return index < 0 ? Math.min(cursor.index, rows.length - 1) : index
}

/** The attributes of a row for that; `stop` is the index of the row that Tab reaches. */
export const cursorAt = (
  onCursor: ((cursor: Cursor) => void) | undefined,
  stop: number,
  { key, index }: Cursor,
) =>
  onCursor && {
    tabIndex: index === stop ? 0 : -1,
    onFocus: () => onCursor({ key, index }),
  }
