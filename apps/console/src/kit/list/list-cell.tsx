import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { isEmptyCell } from '#kit/cell/cell.tsx'
import type { Column } from './column.ts'
import type { RowContext } from './row-context.ts'

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
  if (isEmptyCell(content) || content === false)
    return <span className="cell-empty">{EMPTY_CELL}</span>
  // What the column cuts can be read whole.
  const whole = typeof content === 'string' ? content : isFirst ? name : undefined
  const look = { className: isFirst ? 'cell-first' : '', title: whole }
  if (onOpen && column === opening)
    return (
      <button
        {...look}
        type="button"
        className={`cell-open ${look.className}`}
        onClick={() => onOpen(row)}
      >
        {content}
      </button>
    )
  return <span {...look}>{content}</span>
}
