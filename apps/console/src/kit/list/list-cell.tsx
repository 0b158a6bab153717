import { EMPTY_CELL } from '@kaibo/contract/facts/constants.ts'
import { isEmptyCell } from '#kit/cell/cell.tsx'
import type { Column, Placed } from './column.ts'

interface CellProps<Row> {
  placed: readonly Placed<Row>[]
  column: Column<Row>
  row: Row
  onOpen?: ((row: Row) => void) | undefined
}

/** What a column shows of a row, in a table as on a card. */
export function Cell<Row>({ placed, column, row, onOpen }: CellProps<Row>) {
  const first = placed[0]?.column
  const opening = placed.find((one) => one.column.opens)?.column ?? first
  const name = column === first ? 'cell-first' : ''
  const content = column.render(row)
  // Nothing shows as `--` (spec §9).
  if (isEmptyCell(content) || content === false)
    return <span className="cell-empty">{EMPTY_CELL}</span>
  if (onOpen && column === opening)
    return (
      <button type="button" className={`cell-open ${name}`} onClick={() => onOpen(row)}>
        {content}
      </button>
    )
  // What the column cuts can be read whole.
  const title = typeof content === 'string' ? content : undefined
  return (
    <span className={name} title={title}>
      {content}
    </span>
  )
}
