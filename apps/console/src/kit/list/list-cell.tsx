import { EmptyCell, isEmptyCell } from '#kit/cell/cell.tsx'
import type { Column } from './column.ts'
import type { RowContext } from './row-context.ts'
import styles from './list-cell.module.css'

interface CellProps<Row> {
  /** Those that show; the first names the row. */
  shown: readonly Column<Row>[]
  column: Column<Row>
  row: Row
  /** What the row is called. */
  name: string
  context: RowContext
  onOpen?: ((row: Row) => void) | undefined
}

/** What a column shows of a row, in a table as on a card. */
export function Cell<Row>({ shown, column, row, name, context, onOpen }: CellProps<Row>) {
  const first = shown[0]
  const opening = shown.find((one) => one.opens) ?? first
  const isFirst = column === first
  const content = column.render(row, context)
  // Nothing shows as `--` (spec §9).
  if (isEmptyCell(content) || content === false) return <EmptyCell />
  // What the column cuts can be read whole.
  const title = typeof content === 'string' ? content : isFirst ? name : undefined
  if (onOpen && column === opening)
    return (
      <button
        type="button"
        className={isFirst ? `${styles.open} ${styles.first}` : styles.open}
        title={title}
        onClick={() => onOpen(row)}
      >
        {content}
      </button>
    )
  return (
    <span className={isFirst ? styles.first : undefined} title={title}>
      {content}
    </span>
  )
}
