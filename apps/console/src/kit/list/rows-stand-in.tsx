import { useMemo } from 'react'
import { useLanguage } from '#client/language.ts'
import { wordsOf } from '#client/i18n.ts'
import { fullActsWidth } from '#kit/action/row-acts.tsx'
import type { Placed } from './column.ts'
import type { ListTableProps } from './rows-props.ts'
import { Rows } from './rows.tsx'
import './list.i18n.ts'
import styles from './list.module.css'

/** More are below the screen. */
const MOST = 12

interface RowsStandInProps<Row extends object> extends Omit<
  ListTableProps<Row>,
  'rows' | 'keyOf' | 'nameOf'
> {
  /** How many are on their way at most. */
  count?: number
}

/** Holds the place of rows that are on their way: drawn as they will be, with nothing in them, so that nothing moves when they come. */
export function RowsStandIn<Row extends object>(props: RowsStandInProps<Row>) {
  const { columns, actions = [], count = MOST, ...rest } = props
  const lang = useLanguage()
  const placed = useMemo(() => {
    const own = columns.map(emptied)
    return actions.length > 0 ? [...own, actsColumn<Row>(fullActsWidth(actions, lang))] : own
  }, [columns, actions, lang])
  // Nothing is asked of them: no cell looks at its row.
  const rows = useMemo(
    () => Array.from({ length: Math.min(count, MOST) }, () => ({}) as Row),
    [count],
  )
  return (
    <div inert aria-hidden="true" data-kit="rows-stand-in">
      <Rows
        {...rest}
        rows={rows}
        columns={placed}
        keyOf={(row) => String(rows.indexOf(row))}
        nameOf={() => ''}
      />
    </div>
  )
}

const bar = () => <span className={styles.bar} />

function emptied<Row>({ column, ...place }: Placed<Row>): Placed<Row> {
  const { footer: _, ...shape } = column
  return { ...place, column: { ...shape, render: bar } }
}

const actsColumn = <Row,>(width: number): Placed<Row> => ({
  column: { key: 'acts', title: wordsOf('list')('acts'), width, pin: 'right', render: bar },
  width,
  hidden: false,
})
