import { Table, type TableColumnsType } from 'antd'
import type { Density } from '@kaibo/contract/facts/density.ts'
import { SortDir } from '@kaibo/contract/facts/enums.ts'
import { useText } from '#client/i18n.ts'
import { actsWidth, RowActs } from '#kit/action/row-acts.tsx'
import type { Action } from '#kit/action/action.ts'
import { Cell } from './list-cell.tsx'
import type { Placed } from './column.ts'
import { HeadCell } from './head-cell.tsx'
import type { Selection } from './selection.ts'
import './list.i18n.ts'
import './list.css'

const CHECK_WIDTH = 48
const SIZES = { compact: 'small', middle: 'middle', large: 'large' } as const

const UNSORTED: Sort = { by: undefined, dir: undefined }

export interface Sort {
  by: string | undefined
  dir: SortDir | undefined
}

/** What table and cards show of a list. */
export interface RowsProps<Row extends object> {
  rows: readonly Row[]
  columns: readonly Placed<Row>[]
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  actions: readonly Action<Row>[]
  selection: Selection<Row> | undefined
  sortable?: readonly string[]
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** The row of the keyboard's cursor, and where it went. */
  cursor: number
  onCursor: (index: number) => void
  onOpen?: ((row: Row) => void) | undefined
  /** What its rows are, for people who do not see them. */
  label: string
}

export interface ListTableProps<Row extends object> extends RowsProps<Row> {
  density?: Density
  onResize?: (key: string, width: number) => void
}

/** Rows in columns, which the person arranges. */
export function ListTable<Row extends object>(props: ListTableProps<Row>) {
  const { rows, columns, keyOf, nameOf, actions, selection, cursor, onCursor, onOpen } = props
  const { sortable = [], sort = UNSORTED, onSort, density = 'middle', onResize, label } = props
  const t = useText('list')
  const shown = columns.filter(({ hidden }) => !hidden)
  const antd: TableColumnsType<Row> = shown.map(({ column, width }, index) => ({
    key: column.key,
    title: column.title(),
    width,
    align: column.align ?? 'left',
    ellipsis: column.wrap ? false : { showTitle: false },
    ...(index === 0 ? { fixed: 'start' as const, rowScope: 'row' as const } : {}),
    ...(sortable.includes(column.key)
      ? { sorter: true, sortOrder: orderOf(sort, column.key) }
      : {}),
    onHeaderCell: () =>
      headOf(column.title(), width, onResize && ((to) => onResize(column.key, to))),
    render: (_: unknown, row: Row) => (
      <Cell placed={columns} column={column} row={row} name={nameOf(row)} onOpen={onOpen} />
    ),
  }))
  if (actions.length > 0) {
    antd.push({
      key: 'acts',
      title: t('acts'),
      fixed: 'end',
      width: actsWidth(actions, rows),
      render: (_, row) => <RowActs actions={actions} row={row} name={nameOf(row)} />,
    })
  }
  const width = antd.reduce((sum, { width }) => sum + Number(width), CHECK_WIDTH)

  return (
    <Table<Row>
      aria-label={label}
      className={`list-table list-${density}`}
      rowKey={keyOf}
      size={SIZES[density]}
      columns={antd}
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: width }}
      components={{ header: { cell: HeadCell } }}
      onRow={(_, index = 0) => ({
        'data-row-at': index,
        tabIndex: index === Math.max(cursor, 0) ? 0 : -1,
        onFocus: () => onCursor(index),
      })}
      {...(selection
        ? {
            rowSelection: {
              columnWidth: CHECK_WIDTH,
              selectedRowKeys: selection.keys,
              preserveSelectedRowKeys: true,
              getCheckboxProps: (row) => ({ 'aria-label': t('select', { name: nameOf(row) }) }),
              getTitleCheckboxProps: () => ({ 'aria-label': t('select_page') }),
              onSelect: (row, selected) => selection.set([row], selected),
              onSelectAll: (selected) => selection.set(rows, selected),
            },
          }
        : {})}
      onChange={(_page, _filters, sorter) => {
        const one = Array.isArray(sorter) ? sorter[0] : sorter
        onSort?.({
          by: one?.order ? String(one.columnKey) : undefined,
          dir: one?.order ? SortDir[one.order] : undefined,
        })
      }}
    />
  )
}

/** antd hands these on to `HeadCell`, which is more than it knows of. */
const headOf = (
  title: string,
  width: number,
  onResize: ((to: number) => void) | undefined,
): object => (onResize ? { resize: { title, width, onResize } } : {})

const orderOf = ({ by, dir }: Sort, key: string) =>
  by === key ? (dir === SortDir.ascend ? ('ascend' as const) : ('descend' as const)) : null
