import { useCallback, useMemo, useRef, type ComponentType, type ReactNode } from 'react'
import { Button, type InputRef } from 'antd'
import type { DataOf, InputOf, ParsedOf } from '@kaibo/contract/kernel/endpoint.ts'
import { useText } from '#client/i18n.ts'
import { useLanguage } from '#client/language.ts'
import { ActHost } from '#kit/action/act-host.tsx'
import { isEdit, type Action, type Creation } from '#kit/action/action.ts'
import { BulkBar } from '#kit/action/bulk-bar.tsx'
import { leadFocus, rowsTabStop } from '#kit/focus/lead-focus.ts'
import { FormHost } from '#kit/form/form-host.tsx'
import { sortableOf, useListAddress } from './address.ts'
import { resized, type Column } from './column.ts'
import { CreateButton } from './create-button.tsx'
import { FilterRow } from './filter-row.tsx'
import { isActive, without, type Filter } from './filter.ts'
import { ListStates } from './list-states.tsx'
import type { ListWords } from './list-words.ts'
import { ListTools } from './list-tools.tsx'
import { useLook } from './look.ts'
import { Pager } from './pager.tsx'
import { Rows } from './rows.tsx'
import { useSelection } from './selection.ts'
import { useCursor } from './use-cursor.tsx'
import { useList, type ListEndpoint, type RowOf } from './use-list.ts'
import './list.i18n.ts'
import './list.css'

const REFETCH_MS = 30_000

export interface ListPageProps<E extends ListEndpoint> {
  /** The list's name for saved views and for what is stored on this machine; as in `viewApi`. */
  name: string
  words: ListWords
  /** Its query is the page's address; one that can answer a file has an export. */
  endpoint: E
  rowKey: keyof RowOf<E> & string
  nameOf: (row: RowOf<E>) => string
  columns: readonly Column<RowOf<E>>[]
  filters?: readonly Filter<keyof E['input']['shape'] & string>[]
  actions?: readonly Action<RowOf<E>>[]
  create?: Creation
  /** The query that answers one record: a link to its form asks it, and finds it on whichever page of the list. */
  find?: (id: string) => InputOf<E>
  /** What opens over the list, at an address of its own. */
  detail?: {
    param: string
    Drawer: ComponentType<{ id: string; row: RowOf<E> | undefined; onClose: () => void }>
  }
  /** Beside the count, of what shows. */
  summary?: (page: DataOf<E>) => ReactNode
  /** Between the filters and the rows, of what is asked for. */
  above?: (values: ParsedOf<E>) => ReactNode
  refetchMs?: number
}

/** A list as one declaration: query, columns, filters and actions are data; everything a list does is in here. */
export function ListPage<E extends ListEndpoint>(props: ListPageProps<E>) {
  return (
    <ActHost>
      <List {...props} />
    </ActHost>
  )
}

const none: readonly never[] = []

function List<E extends ListEndpoint>(props: ListPageProps<E>) {
  type Row = RowOf<E>
  const { name, words, endpoint, rowKey, nameOf, columns, create, find, detail, summary, above } =
    props
  const { filters = none, actions = none, refetchMs = REFETCH_MS } = props
  const t = useText('list')
  // Its columns, filters and acts take their words when they are drawn.
  useLanguage()
  const keyword = useRef<InputRef>(null)

  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])
  const address = useListAddress(endpoint.input, rowKey, detail?.param)
  const { values, change } = address
  const list = useList(endpoint, values, { keyOf, refetchMs })
  const { rows, page } = list
  const totalKey = page?.total_capped ? 'total_over' : 'total'
  const look = useLook(name, columns)
  const selection = useSelection<Row>(keyOf, rows)
  const sortable = useMemo(() => sortableOf(endpoint.input), [endpoint])
  const bulk = actions.filter((action) => action.bulk)

  const open = detail ? (row: Row) => address.open(keyOf(row)) : undefined
  const chosen = bulk.length > 0 ? selection : undefined
  const root = useRef<HTMLDivElement>(null)
  const cursor = useCursor({
    root,
    rows,
    actions,
    selection: chosen,
    onOpen: open,
    onFind: () => keyword.current?.focus({ cursor: 'all' }),
  })
  const filtered = filters.some((filter) => isActive(filter, values))
  const createButton = create ? <CreateButton creation={create} /> : null
  const { Drawer } = detail ?? {}
  const edit = actions.find(isEdit)

  return (
    <div ref={root} className="list" data-state={list.state}>
      <header className="page-head">
        <h1>{words.title()}</h1>
        <span className="page-count">
          {page ? (summary?.(page) ?? t(totalKey, { items: words.items(page.total) })) : null}
        </span>
        <ListTools
          name={name}
          title={words.title}
          endpoint={endpoint}
          address={address}
          look={look}
          isEmpty={!page || page.total === 0}
        />
        {createButton}
      </header>
      {filters.length > 0 ? (
        <FilterRow filters={filters} values={values} change={change} keyword={keyword} />
      ) : null}
      {above?.(values as ParsedOf<E>)}
      {list.news > 0 ? (
        <div className="list-news" role="status">
          <Button
            type="link"
            size="small"
            onClick={() => {
              list.takeNews()
              leadFocus(rowsTabStop)
            }}
          >
            {t('news', { count: list.news })}
          </Button>
        </div>
      ) : null}
      <ListStates
        state={list.state}
        error={list.error}
        words={words}
        look={endpoint.can}
        filtered={filtered}
        create={createButton}
        onRetry={list.retry}
        onClear={() => change(without(filters))}
        onLastPage={() => change({ page: Math.ceil((page?.total ?? 1) / values.page_size) })}
      >
        <Rows
          rows={rows}
          columns={look.placed}
          keyOf={keyOf}
          nameOf={nameOf}
          actions={actions}
          selection={chosen}
          sortable={sortable}
          sort={{ by: values.sort_by, dir: values.sort_dir }}
          onSort={({ by, dir }) => change({ sort_by: by, sort_dir: dir })}
          cursor={cursor.at}
          onCursor={cursor.onMove}
          onOpen={open}
          density={look.density}
          onResize={(key, width) => look.setColumns(resized(look.placed, key, width))}
          label={words.title()}
        />
        <Pager
          page={values.page}
          size={values.page_size}
          total={page?.total ?? 0}
          onChange={(next, size) => change({ page: next, page_size: size })}
          endless={
            page?.total_capped || values.cursor !== undefined
              ? { cursor: values.cursor, next: page?.next, onNext: (cursor) => change({ cursor }) }
              : undefined
          }
        />
      </ListStates>
      {selection.rows.length > 0 ? (
        <BulkBar
          rows={selection.rows}
          actions={bulk}
          keyOf={keyOf}
          nameOf={nameOf}
          items={words.items}
          onClear={selection.clear}
        />
      ) : null}
      {Drawer && address.id !== undefined ? (
        <Drawer
          key={address.id}
          id={address.id}
          row={rows.find((row) => keyOf(row) === address.id)}
          onClose={address.close}
        />
      ) : null}
      {edit && find ? (
        <FormHost
          edit={edit}
          create={create}
          what={words.what()}
          rows={rows}
          endpoint={endpoint}
          find={find}
          rowIn={(page) => page.list[0]}
        />
      ) : null}
      {cursor.help}
    </div>
  )
}
