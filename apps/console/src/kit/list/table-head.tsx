import type { ReactNode } from 'react'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { cellProps } from './cell-class.ts'
import type { ColumnGroup, Placed } from './column.ts'
import type { Pin } from './pins.ts'
import './list.i18n.ts'
import styles from './table.module.css'

interface TableHeadProps<Row> {
  /** In their order. */
  shown: readonly Placed<Row>[]
  pins: ReadonlyMap<string, Pin>
  /** A column's head cell, spanning so many lines. */
  renderHead: (one: Placed<Row>, lines: number) => ReactNode
  /** The checkbox of the whole page; null where rows cannot be selected. */
  check: ReactNode
  hasActs: boolean
}

/** The column heads; in two lines if some are grouped. */
export function TableHead<Row>({ shown, pins, renderHead, check, hasActs }: TableHeadProps<Row>) {
  const t = useText('list')
  const runs = runsOf(shown, pins)
  const lines = runs.some(({ group }) => group) ? 2 : 1
  const grouped = runs.flatMap(({ group, columns }) => (group ? columns : []))
  return (
    <thead>
      <tr>
        {check === null ? null : (
          <th scope="col" rowSpan={lines} className={styles.check}>
            {check}
          </th>
        )}
        {runs.map(({ group, columns }) =>
          group ? (
            <GroupHead key={keyOf(columns)} {...{ group, columns, pins }} />
          ) : (
            columns.map((one) => renderHead(one, lines))
          ),
        )}
        {hasActs ? (
          <th scope="col" rowSpan={lines} className={styles.acts}>
            {t('acts')}
          </th>
        ) : null}
      </tr>
      {lines === 2 ? <tr>{grouped.map((one) => renderHead(one, 1))}</tr> : null}
    </thead>
  )
}

interface Run<Row> {
  group: ColumnGroup<Row> | undefined
  columns: readonly Placed<Row>[]
}

function GroupHead<Row>({
  group,
  columns,
  pins,
}: Run<Row> & { group: ColumnGroup<Row>; pins: TableHeadProps<Row>['pins'] }) {
  const of = columns.flatMap(({ column }) => pins.get(column.key) ?? [])
  // A group is pinned by its outermost column.
  const outer = of[0]?.side === 'right' ? of.at(-1) : of[0]
  const pin = outer && { ...outer, isEdge: of.some(({ isEdge }) => isEdge) }
  const title = useSpeak()(group.title)
  const { className, style } = cellProps({}, pin)
  return (
    <th
      scope="colgroup"
      colSpan={columns.length}
      className={className ? `${styles.group} ${className}` : styles.group}
      style={style}
    >
      <span className={styles.title} title={title}>
        {title}
      </span>
    </th>
  )
}

/** Runs of neighbouring columns with the same group and the same pinned side. */
function runsOf<Row>(shown: readonly Placed<Row>[], pins: TableHeadProps<Row>['pins']): Run<Row>[] {
  const runs: {
    group: ColumnGroup<Row> | undefined
    side: string | undefined
    columns: Placed<Row>[]
  }[] = []
  for (const one of shown) {
    const last = runs.at(-1)
    const side = pins.get(one.column.key)?.side
    if (last && one.group && last.group === one.group && last.side === side) last.columns.push(one)
    else runs.push({ group: one.group, side, columns: [one] })
  }
  return runs
}

const keyOf = <Row,>(columns: readonly Placed<Row>[]) =>
  columns.map(({ column }) => column.key).join()
