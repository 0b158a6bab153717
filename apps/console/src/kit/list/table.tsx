import { useRef, useState, type CSSProperties, type MouseEvent } from 'react'
import { Checkbox } from 'antd'
import { useText } from '#client/i18n.ts'
import { actsWidth, RowActs } from '#kit/action/row-acts.tsx'
import { classOf, widthOf, type Placed } from './column.ts'
import { HeadCell } from './head-cell.tsx'
import { Cell } from './list-cell.tsx'
import { cursorAt, tabStop, type ListTableProps, type RowsProps } from './rows-props.ts'
import type { Selection } from './selection.ts'
import { useCutSides } from './use-cut-sides.ts'
import './list.i18n.ts'
import './table.css'

const CHECK_WIDTH = 48

const none: readonly never[] = []

/** Rows in columns, which the person arranges. The first column and the acts stay in sight while the others scroll sideways. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { rows, columns, actions = none, selection, sortable = none, sort, onSort, label } = props
  const { density = 'middle', onResize } = props
  const t = useText('list')
  const frame = useRef<HTMLDivElement>(null)
  useCutSides(frame)
  const [preview, setPreview] = useState<{ key: string; width: number }>()
  const shown = columns
    .filter(({ hidden }) => !hidden)
    .map((one) => ({
      ...one,
      width: one.column.key === preview?.key ? preview.width : widthOf(one, sortable),
    }))
  const stop = tabStop(props)
  const hasActs = actions.length > 0
  const widths = [
    ...(selection ? [CHECK_WIDTH] : []),
    ...shown.map(({ width }) => width),
    ...(hasActs ? [actsWidth(actions, rows)] : []),
  ]
  const total = widths.reduce((sum, width) => sum + width, 0)

  return (
    <div ref={frame} className="list-frame">
      <table
        aria-label={label}
        className={`list-table list-${density} ${selection ? 'list-checks' : ''}`}
        style={{ '--check-width': `${CHECK_WIDTH}px`, minWidth: total } as CSSProperties}
      >
        <colgroup>
          {widths.map((width, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a place is all that a col is
            <col key={place} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="list-check">
                <PageCheckbox rows={rows} selection={selection} />
              </th>
            ) : null}
            {shown.map(({ column, width }) => (
              <HeadCell
                key={column.key}
                column={column}
                width={width}
                others={total - width}
                dir={sort?.by === column.key ? sort.dir : undefined}
                onSort={
                  onSort && sortable.includes(column.key)
                    ? (dir) => onSort({ by: dir === undefined ? undefined : column.key, dir })
                    : undefined
                }
                onPreview={(to) =>
                  setPreview(to === undefined ? undefined : { key: column.key, width: to })
                }
                onResize={onResize && ((to) => onResize(column.key, to))}
              />
            ))}
            {hasActs ? (
              <th scope="col" className="list-acts">
                {t('acts')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <ListRow
              key={props.keyOf(row)}
              {...props}
              row={row}
              index={index}
              stop={stop}
              shown={shown}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ListRowProps<Row extends object> extends RowsProps<Row> {
  row: Row
  index: number
  stop: number
  shown: readonly Placed<Row>[]
}

function ListRow<Row extends object>(props: ListRowProps<Row>) {
  const { row, index, stop, shown, keyOf, nameOf, actions = none, selection, onOpen } = props
  const t = useText('list')
  const name = nameOf(row)
  return (
    <tr
      data-row-at={index}
      data-chosen={selection?.has(row) || undefined}
      {...cursorAt(props.onCursor, stop, { key: keyOf(row), index })}
    >
      {selection ? (
        <td className="list-check">
          <Checkbox
            aria-label={t('select', { name })}
            checked={selection.has(row)}
            onChange={() => selection.toggle(row)}
          />
        </td>
      ) : null}
      {shown.map(({ column }, place) => {
        const Part = place === 0 ? 'th' : 'td'
        return (
          <Part
            key={column.key}
            className={classOf(column)}
            onMouseEnter={sayWhole}
            {...(place === 0 ? { scope: 'row' } : {})}
          >
            <Cell shown={shown} column={column} row={row} name={name} onOpen={onOpen} />
          </Part>
        )
      })}
      {actions.length > 0 ? (
        <td className="list-acts">
          <RowActs actions={actions} row={row} name={name} />
        </td>
      ) : null}
    </tr>
  )
}

/** What a column cuts can be read whole; measured only where somebody looks. */
function sayWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const parts = [cell, ...cell.querySelectorAll('*')]
  // An inline part has no width of its own.
  const isCut = parts.some((part) => part.clientWidth > 0 && part.scrollWidth > part.clientWidth)
  if (isCut) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

/** All rows of the page, or none of them; those of other pages stay as they are. */
function PageCheckbox<Row extends object>({
  rows,
  selection,
}: {
  rows: readonly Row[]
  selection: Selection<Row>
}) {
  const t = useText('list')
  const chosen = rows.filter(selection.has).length
  return (
    <Checkbox
      aria-label={t('select_page')}
      checked={rows.length > 0 && chosen === rows.length}
      indeterminate={chosen > 0 && chosen < rows.length}
      onChange={({ target }) => selection.set(rows, target.checked)}
    />
  )
}
