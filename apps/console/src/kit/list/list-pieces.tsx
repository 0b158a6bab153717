import type { ReactNode, Ref } from 'react'
import { Button, type InputRef } from 'antd'
import type { Density } from '@kaibo/contract/facts/preferences.ts'
import type { DataOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useText } from '#client/i18n.ts'
import { useSpeak } from '#client/language.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'
import { BulkBar } from '#kit/action/bulk-bar.tsx'
import { leadFocus, rowsTabStop } from '#kit/focus/lead-focus.ts'
import { PageHead } from '#kit/page-head/page-head.tsx'
import { PrintHead } from '#kit/print/print-head.tsx'
import { resized } from './column.ts'
import { DataAge } from './data-age.tsx'
import { FilterRow } from './filter-row.tsx'
import { ListStates } from './list-states.tsx'
import { ListTools } from './list-tools.tsx'
import { Pager } from './pager.tsx'
import type { Cursor } from './rows-props.ts'
import { RowsStandIn } from './rows-stand-in.tsx'
import { Rows } from './rows.tsx'
import type { ListControl } from './use-list-control.ts'
import type { ListEndpoint, RowOf } from './use-list.ts'
import './list.i18n.ts'
import styles from './list.module.css'

interface PieceProps<E extends ListEndpoint> {
  list: ListControl<E>
}

interface HeadProps<E extends ListEndpoint> extends PieceProps<E> {
  /** Beside the count, of what shows. */
  summary?: ((page: DataOf<E>) => Words) | undefined
  create: ReactNode
  /** It is printed and signed: a button says so. */
  prints?: boolean | undefined
}

/** The page's head: title, count, views, columns, export, and the button that makes a record. */
export function ListHead<E extends ListEndpoint>(props: HeadProps<E>) {
  const { list, summary, create, prints = false } = props
  const t = useText('list')
  const speak = useSpeak()
  const { name, words, endpoint, address, layout, page } = list
  const items = page && speak(words.items(page.total))
  const sum = page && summary ? speak(summary(page)) : undefined
  const count = sum ?? (page ? t(page.total_capped ? 'total_over' : 'total', { items }) : null)
  return (
    <>
      <PageHead
        title={speak(words.title)}
        count={
          <>
            {count}
            <DataAge at={list.updatedAt} />
          </>
        }
      >
        <ListTools
          name={name}
          title={words.title}
          endpoint={endpoint}
          address={address}
          layout={layout}
          isEmpty={!page || page.total === 0}
          prints={prints}
        />
        {create}
      </PageHead>
      <ListPrintHead list={list} />
    </>
  )
}

/** On paper: which rows of how many, who printed them and when. By what they are filtered, their chips say. */
export function ListPrintHead<E extends ListEndpoint>({ list }: PieceProps<E>) {
  const p = useText('print')
  const { page, rows, values, isFiltered } = list
  const from = values.cursor === undefined ? (values.page - 1) * values.page_size + 1 : 1
  const shown = { from, to: from + rows.length - 1, total: page?.total ?? 0 }
  const facts = [
    ...(rows.length > 0 ? [p(page?.total_capped ? 'rows_over' : 'rows', shown)] : []),
    ...(isFiltered ? [] : [p('all')]),
  ]
  return <PrintHead facts={facts} />
}

/** Renders nothing for a list without filters. */
export function ListFilters<E extends ListEndpoint>({
  list: { filters, values, change },
  keyword,
}: PieceProps<E> & { keyword?: Ref<InputRef> }) {
  if (filters.length === 0) return null
  return <FilterRow filters={filters} values={values} change={change} keyword={keyword} />
}

/** How many rows changed since they were loaded, and the button that loads them. */
export function ListNews<E extends ListEndpoint>({ list }: PieceProps<E>) {
  const t = useText('list')
  if (list.news === 0) return null
  const take = () => {
    list.takeNews()
    leadFocus(rowsTabStop)
  }
  return (
    <div className={styles.news} role="status">
      <Button type="link" size="small" onClick={take}>
        {t('news', { count: list.news })}
      </Button>
    </div>
  )
}

interface BodyProps<E extends ListEndpoint> extends PieceProps<E> {
  /** In an empty list. */
  create?: ReactNode
  /** Where the keyboard's cursor was last, and where it went. */
  cursor?: Cursor | undefined
  onCursor?: (cursor: Cursor) => void
  onOpen?: ((row: RowOf<E>) => void) | undefined
  /** Else as the person likes it. */
  density?: Density
  /** Else the list's title. */
  label?: string
}

/** The rows and the pager, or the reason why there are none. */
export function ListBody<E extends ListEndpoint>(props: BodyProps<E>) {
  const { list, create = null, cursor, onCursor, onOpen, density, label } = props
  const speak = useSpeak()
  const { endpoint, words, layout, page, values, change } = list
  return (
    <ListStates
      state={list.state}
      error={list.error}
      words={words}
      right={endpoint.can}
      filtered={list.isFiltered}
      skeleton={
        <RowsStandIn
          columns={layout.placed}
          actions={list.actions}
          selection={list.selection}
          sortable={list.sortable}
          density={density ?? layout.density}
          label={label ?? speak(words.title)}
          count={values.page_size}
        />
      }
      create={create}
      onRetry={list.retry}
      onClear={list.clearFilters}
      onLastPage={list.toLastPage}
    >
      <Rows
        rows={list.rows}
        columns={layout.placed}
        keyOf={list.keyOf}
        nameOf={list.nameOf}
        actions={list.actions}
        selection={list.selection}
        sortable={list.sortable}
        sort={{ by: values.sort_by, dir: values.sort_dir }}
        onSort={({ by, dir }) => change({ sort_by: by, sort_dir: dir })}
        cursor={cursor}
        {...(onCursor && { onCursor })}
        onOpen={onOpen}
        density={density ?? layout.density}
        onResize={(key, width) => layout.setColumns(resized(layout.placed, key, width))}
        label={label ?? speak(words.title)}
      />
      <Pager
        page={values.page}
        size={values.page_size}
        total={page?.total ?? 0}
        onChange={(next, size) => change({ page: next, page_size: size })}
        endless={
          page?.total_capped || values.cursor !== undefined
            ? {
                cursor: values.cursor,
                next: page?.next,
                onNext: (next) => change({ cursor: next }),
              }
            : undefined
        }
      />
    </ListStates>
  )
}

/** The bulk acts; shown while rows are selected. */
export function ListBulk<E extends ListEndpoint>({ list }: PieceProps<E>) {
  const { chosen, bulk, keyOf, nameOf, words } = list
  if (chosen.rows.length === 0) return null
  return (
    <BulkBar
      rows={chosen.rows}
      actions={bulk}
      keyOf={keyOf}
      nameOf={nameOf}
      items={words.items}
      onClear={chosen.clear}
    />
  )
}
