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
  /** It is the one that Tab reaches; nothing where the keyboard has no cursor. */
  isStop: boolean | undefined
  /** Nothing where rows are not chosen. */
  isChosen: boolean | undefined
  columns: readonly Column<Row>[]
  pins: ReadonlyMap<string, Pin>
  actions: readonly Action<Row>[]
  context: RowContext
  opens: boolean
  /** The same from drawing to drawing, so that a row is drawn again only where something of its own changed. */
  events: RowEvents<Row>
}

/** What is done to a row. */
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

/** One row of a table. A key press, a tick or a resize of the table draws again only the rows that changed. */
export const TableRow = memo(OneRow) as typeof OneRow

/** What a column cuts can be read whole; measured only where somebody looks. */
function sayWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll('*')]
  // An inline part has no width of its own.
  const isCut = parts.some((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}
