import { useText } from '#client/i18n.ts'
import { cellProps } from './cell-class.ts'
import type { Column } from './column.ts'
import type { Pin } from './pins.ts'
import type { RowContext } from './row-context.ts'
import './list.i18n.ts'
import styles from './table.module.css'

interface TableFootProps<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  pins: ReadonlyMap<string, Pin>
  context: RowContext
  hasChecks: boolean
  hasActs: boolean
}

/** The last line of the table; none if no column has a footer. */
export function TableFoot<Row>(props: TableFootProps<Row>) {
  const { columns, rows, pins, context, hasChecks, hasActs } = props
  const t = useText('list')
  if (!columns.some(({ footer }) => footer)) return null
  return (
    <tfoot>
      <tr>
        {hasChecks ? <Blank className={styles.check} /> : null}
        {columns.map((column, place) => {
          const cell = cellProps(column, pins.get(column.key))
          const content = column.footer?.(rows, context)
          return place === 0 ? (
            <th key={column.key} scope="row" {...cell}>
              {content ?? t('page_sum')}
            </th>
          ) : (
            <td key={column.key} {...cell}>
              {content}
            </td>
          )
        })}
        {hasActs ? <Blank className={styles.acts} /> : null}
      </tr>
    </tfoot>
  )
}

/** Under the checkboxes and the acts. */
const Blank = ({ className }: { className: string | undefined }) => (
  // The rule takes every cell for one that is pressed.
  // oxlint-disable-next-line jsx-a11y/control-has-associated-label
  <td className={className} />
)
