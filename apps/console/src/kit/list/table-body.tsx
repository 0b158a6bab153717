import { Fragment, useMemo, useRef, type ReactNode } from 'react'
import { ROW_PX } from './row-height.ts'
import type { ListTableProps } from './rows-props.ts'
import { useVirtual } from './use-virtual.ts'
import { offsetsOf } from './virtual.ts'

interface BodyProps<Row extends object> extends Pick<ListTableProps<Row>, 'rows' | 'keyOf'> {
  draw: (row: Row, index: number) => ReactNode
}

/** All rows of a page. */
export function PageBody<Row extends object>({ rows, draw }: BodyProps<Row>) {
  return <tbody>{rows.map(draw)}</tbody>
}

interface LongBodyProps<Row extends object> extends BodyProps<Row> {
  density: NonNullable<ListTableProps<Row>['density']>
  /** The row that Tab reaches; it stands wherever it is. */
  stop: number
}

/** Of as many rows as there are, those in sight; between them stands the room of the others. */
export function LongBody<Row extends object>(props: LongBodyProps<Row>) {
  const { rows, draw, density, stop } = props
  const root = useRef<HTMLTableSectionElement>(null)
  const height = ROW_PX[density]
  const offsets = useMemo(
    () => offsetsOf(Array.from({ length: rows.length }, () => height)),
    [rows.length, height],
  )
  const drawn = useVirtual(root, offsets, stop)
  const after = (index: number) => (drawn[index + 1] ?? rows.length) - (drawn[index] ?? -1) - 1
  const gap = (lines: number) =>
    lines > 0 ? <tr aria-hidden="true" style={{ height: lines * height }} /> : null
  return (
    <tbody ref={root}>
      {gap(drawn[0] ?? 0)}
      {drawn.map((line, place) => {
        const row = rows[line]
        return row ? (
          <Fragment key={props.keyOf(row)}>
            {draw(row, line)}
            {gap(after(place))}
          </Fragment>
        ) : null
      })}
    </tbody>
  )
}
