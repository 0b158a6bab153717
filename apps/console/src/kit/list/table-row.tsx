import { memo, type MouseEvent } from 'react'
import { Checkbox } from 'antd'
import { useText } from '#client/i18n.ts'
import type { Action } from '#kit/action/action.ts'
import { RowActs } from '#kit/action/row-acts.tsx'
import { cellProps } from './cell-class.ts'
import type { Column } from './column.ts'
import { Cell } from './list-cell.tsx'
import type { Pin } from './pins.ts'
import type { RowContext } from './row-context.ts'
import { cursorAt, type Cursor } from './rows-props.ts'
import './list.i18n.ts'
import styles from './table.module.css'

interface TableRowProps<Row extends object> {
  row: Row
  rowKey: string
  /** What it is called. */
  name: string
  index: number
  /** Whether Tab reaches this row; undefined where the list has no keyboard cursor. */
  isStop: boolean | undefined
  /** Undefined where rows cannot be selected. */
  isChosen: boolean | undefined
  columns: readonly Column<Row>[]
  pins: ReadonlyMap<string, Pin>
  actions: readonly Action<Row>[]
  context: RowContext
  opens: boolean
  /** Keeps its identity between renders, so that a row renders again only if its own data changed. */
  events: RowEvents<Row>
}

/** What the user does to a row. */
export interface RowEvents<Row> {
  open: (row: Row) => void
  toggle: (row: Row) => void
  focus: (cursor: Cursor) => void
}

function OneRow<Row extends object>(props: TableRowProps<Row>) {
  const { row, rowKey, name, index, isStop, isChosen, columns, pins } = props
  const { actions, context, events } = props
  const t = useText('list')
  const stop = isStop ? index : -1
  return (
    <tr
      data-row-at={index}
      aria-rowindex={index + 2}
      data-chosen={isChosen || undefined}
      {...cursorAt(isStop === undefined ? undefined : events.focus, stop, { key: rowKey, index })}
    >
      {isChosen === undefined ? null : (
        <td className={styles.check}>
          <Checkbox
            aria-label={t('select', { name })}
            checked={isChosen}
            onChange={() => events.toggle(row)}
          />
        </td>
      )}
      {columns.map((column, place) => {
        const Part = place === 0 ? 'th' : 'td'
        return (
          <Part
            key={column.key}
            {...cellProps(column, pins.get(column.key))}
            onMouseEnter={sayWhole}
            {...(place === 0 ? { scope: 'row' } : {})}
          >
            <Cell
              shown={columns}
              column={column}
              row={row}
              name={name}
              context={context}
              onOpen={props.opens ? events.open : undefined}
            />
          </Part>
        )
      })}
      {actions.length > 0 ? (
        <td className={styles.acts}>
          <RowActs actions={actions} row={row} name={name} />
        </td>
      ) : null}
    </tr>
  )
}

/** One row of a table, memoised: a key press, a selection or a resize renders only the rows that changed. */
export const TableRow = memo(OneRow) as typeof OneRow

/** Shows cut text in full as a tooltip; measured only when the pointer enters the cell. */
function sayWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll('*')]
  // Inline elements report a width of 0.
  const isCut = parts.some((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
