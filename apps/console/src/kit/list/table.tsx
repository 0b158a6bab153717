import { useMemo, useRef, useState } from 'react'
import { Checkbox } from 'antd'
import { useText } from '#client/i18n.ts'
import { actsWidth } from '#kit/action/row-acts.tsx'
import { widthOf } from './column.ts'
import { HeadCell } from './head-cell.tsx'
import { offsetsOf, pinsOf } from './pins.ts'
import { useRowContext } from './row-context.ts'
import { tabStop, type ListTableProps } from './rows-props.ts'
import type { Selection } from './selection.ts'
import { LongBody, PageBody } from './table-body.tsx'
import { TableFoot } from './table-foot.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { useCutSides } from './use-cut-sides.ts'
import { useRowEvents } from './use-row-events.ts'
import './list.i18n.ts'
import styles from './table.module.css'

const CHECK_WIDTH = 48
const MEASURED = 100

const none: readonly never[] = []

/** Rows in columns, which the person arranges. The first column and the acts stay in sight while the others scroll sideways. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { rows, columns, actions = none, selection, sortable = none, sort, onSort, label } = props
  const { density = 'middle', long = false, onResize, keyOf, nameOf, onOpen, onCursor } = props
  const frame = useRef<HTMLDivElement>(null)
  useCutSides(frame)
  const context = useRowContext()
  const [preview, setPreview] = useState<{ key: string; width: number }>()
  const shown = columns
    .filter(({ hidden }) => !hidden)
    .map((one) => ({
      ...one,
      width: one.column.key === preview?.key ? preview.width : widthOf(one, sortable, context.lang),
    }))
  const events = useRowEvents(props)
  const inRow = useMemo(
    () => columns.flatMap(({ column, hidden }) => (hidden ? [] : [column])),
    [columns],
  )
  const pins = useMemo(() => pinsOf(columns.filter(({ hidden }) => !hidden)), [columns])
  const stop = tabStop(props)
  const hasActs = actions.length > 0
  const beside = {
    left: selection ? CHECK_WIDTH : 0,
    // Of a long list the first say what all of them may need: it would take longer than to draw the table.
    right: hasActs ? actsWidth(actions, long ? rows.slice(0, MEASURED) : rows, context.lang) : 0,
  }
  const widths = [
    ...(selection ? [beside.left] : []),
    ...shown.map(({ width }) => width),
    ...(hasActs ? [beside.right] : []),
  ]
  const total = widths.reduce((sum, width) => sum + width, 0)

  const draw = (row: Row, index: number) => {
    const key = keyOf(row)
    return (
      <TableRow
        key={key}
        row={row}
        rowKey={key}
        name={nameOf(row, context.lang)}
        index={index}
        isStop={onCursor && index === stop}
        isChosen={selection?.has(row)}
        columns={inRow}
        pins={pins}
        actions={actions}
        context={context}
        opens={onOpen !== undefined}
        events={events}
      />
    )
  }

  return (
    <div ref={frame} className={styles.frame} data-long={long || undefined}>
      <table
        aria-label={label}
        aria-rowcount={long ? rows.length + 1 : undefined}
        className={styles.table}
        data-density={density}
        data-long={long || undefined}
        style={{ ...offsetsOf(shown, beside), minWidth: total }}
      >
        <colgroup>
          {widths.map((width, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- a place is all that a col is
            <col key={place} style={{ width }} />
          ))}
        </colgroup>
        <TableHead
          shown={shown}
          pins={pins}
          check={selection ? <PageCheckbox rows={rows} selection={selection} /> : null}
          hasActs={hasActs}
          renderHead={({ column, width }, lines) => (
            <HeadCell
              key={column.key}
              column={column}
              pin={pins.get(column.key)}
              lines={lines}
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
          )}
        />
        {long ? (
          <LongBody {...{ rows, keyOf, draw, density, stop }} />
        ) : (
          <PageBody {...{ rows, keyOf, draw }} />
        )}
        <TableFoot
          columns={inRow}
          rows={rows}
          pins={pins}
          context={context}
          hasChecks={selection !== undefined}
          hasActs={hasActs}
        />
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
