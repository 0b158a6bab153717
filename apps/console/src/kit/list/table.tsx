import { useMemo, useRef, useState, type CSSProperties } from 'react'
import { Checkbox } from 'antd'
import { useText } from '#client/i18n.ts'
import { actsWidth } from '#kit/action/row-acts.tsx'
import { widthOf } from './column.ts'
import { HeadCell } from './head-cell.tsx'
import { useRowContext } from './row-context.ts'
import { tabStop, type ListTableProps } from './rows-props.ts'
import type { Selection } from './selection.ts'
import { TableRow } from './table-row.tsx'
import { useCutSides } from './use-cut-sides.ts'
import { useRowEvents } from './use-row-events.ts'
import './list.i18n.ts'
import styles from './table.module.css'

const CHECK_WIDTH = 48

const none: readonly never[] = []

/** Rows in columns, which the person arranges. The first column and the acts stay in sight while the others scroll sideways. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { rows, columns, actions = none, selection, sortable = none, sort, onSort, label } = props
  const { density = 'middle', onResize, keyOf, nameOf, onOpen, onCursor } = props
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
  const context = useRowContext()
  const events = useRowEvents(props)
  const inRow = useMemo(
    () => columns.flatMap(({ column, hidden }) => (hidden ? [] : [column])),
    [columns],
  )
  const stop = tabStop(props)
  const hasActs = actions.length > 0
  const widths = [
    ...(selection ? [CHECK_WIDTH] : []),
    ...shown.map(({ width }) => width),
    ...(hasActs ? [actsWidth(actions, rows)] : []),
  ]
  const total = widths.reduce((sum, width) => sum + width, 0)

  return (
    <div ref={frame} className={styles.frame}>
      <table
        aria-label={label}
        className={styles.table}
        data-density={density}
        data-checks={selection ? '' : undefined}
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
              <th scope="col" className={styles.check}>
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
              <th scope="col" className={styles.acts}>
                {t('acts')}
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const key = keyOf(row)
            return (
              <TableRow
                key={key}
                row={row}
                rowKey={key}
                name={nameOf(row)}
                index={index}
                isStop={onCursor && index === stop}
                isChosen={selection?.has(row)}
                columns={inRow}
                actions={actions}
                context={context}
                opens={onOpen !== undefined}
                events={events}
              />
            )
          })}
        </tbody>
      </table>
    </div>
  )
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
