import { Checkbox, Select } from 'antd'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import { RowActs } from '#kit/action/row-acts.tsx'
import type { Placed } from './column.ts'
import { Cell } from './list-cell.tsx'
import { useRowContext, type RowContext } from './row-context.ts'
import { cursorAt, tabStop, type RowsProps } from './rows-props.ts'
import styles from './cards.module.css'

const none: readonly never[] = []

/** A list where there is no room for columns: each row a card with its title, its status, what matters most, and its acts. */
export function Cards<Row extends object>(props: RowsProps<Row>) {
  const { rows, columns, keyOf, nameOf, actions = none, selection, onOpen } = props
  const t = useText('list')
  const stop = tabStop(props)
  const shown = columns.filter(
    ({ column, hidden }, place) => place === 0 || (column.card && !hidden),
  )
  const [title, ...others] = shown
  const shownColumns = shown.map(({ column }) => column)
  const context = useRowContext()
  const of = (kind: 'status' | 'meta') => others.filter(({ column }) => column.card === kind)
  const cell = ({ column }: Placed<Row>, row: Row) => ({
    shown: shownColumns,
    context,
    column,
    row,
    name: nameOf(row, context.lang),
    onOpen,
  })
  return (
    <>
      <SortSelect {...props} />
      <ul className={styles.cards} aria-label={props.label}>
        {rows.map((row, index) => (
          // The keyboard's cursor stops at the card; its keys are handled by the page (list-keys.ts).
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={keyOf(row)}
            className={styles.card}
            data-row-at={index}
            {...cursorAt(props.onCursor, stop, { key: keyOf(row), index })}
          >
            <div className={styles.head}>
              {selection ? (
                <Checkbox
                  aria-label={t('select', { name: nameOf(row, context.lang) })}
                  checked={selection.has(row)}
                  onChange={() => selection.toggle(row)}
                />
              ) : null}
              {title ? <Cell {...cell(title, row)} /> : null}
              <span className={styles.status}>
                {of('status').map((one) => (
                  <Cell key={one.column.key} {...cell(one, row)} />
                ))}
              </span>
            </div>
            <dl>
              {of('meta').map((one) => (
                <div key={one.column.key}>
                  <dt>{one.column.title[context.lang]}</dt>
                  <dd>
                    <Cell {...cell(one, row)} />
                  </dd>
                </div>
              ))}
            </dl>
            {actions.length > 0 ? (
              <RowActs actions={actions} row={row} name={nameOf(row, context.lang)} />
            ) : null}
          </li>
        ))}
      </ul>
      <Sums columns={columns} rows={rows} context={context} />
    </>
  )
}

interface SumsProps<Row> {
  columns: readonly Placed<Row>[]
  rows: readonly Row[]
  context: RowContext
}

/** The columns' footers, as a card after the others. */
function Sums<Row>({ columns, rows, context }: SumsProps<Row>) {
  const t = useText('list')
  const summed = columns.flatMap(({ column, hidden }) =>
    hidden || !column.footer ? [] : [{ column, sum: column.footer(rows, context) }],
  )
  if (summed.length === 0) return null
  return (
    <section className={styles.card} aria-label={t('page_sum')}>
      <strong>{t('page_sum')}</strong>
      <dl>
        {summed.map(({ column, sum }) => (
          <div key={column.key}>
            <dt>{column.title[context.lang]}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Cards have no column heads, so sorting is a select. */
function SortSelect<Row extends object>(props: RowsProps<Row>) {
  const { columns, sortable = [], sort, onSort } = props
  const t = useText('list')
  const speak = useSpeak()
  const choices = columns
    .filter(({ column }) => sortable.includes(column.key))
    .flatMap(({ column: { key, title } }) => [
      choiceOf(key, SortDir.descend, t('descending', { column: speak(title) })),
      choiceOf(key, SortDir.ascend, t('ascending', { column: speak(title) })),
    ])
  if (choices.length === 0) return null
  return (
    <Select
      className={styles.sort}
      size="small"
      aria-label={t('sort')}
      value={sort?.by ? `${sort.by} ${sort.dir ?? SortDir.descend}` : ''}
      options={[{ value: '', label: t('default_order') }, ...choices]}
      onChange={(chosen) => {
        const choice = choices.find(({ value }) => value === chosen)
        onSort?.({ by: choice?.by, dir: choice?.dir })
      }}
    />
  )
}

const choiceOf = (by: string, dir: SortDir, label: string) => ({
  by,
  dir,
  label,
  value: `${by} ${dir}`,
})
