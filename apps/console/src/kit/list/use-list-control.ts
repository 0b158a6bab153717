import { useCallback, useMemo } from 'react'
import type { InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { Lang } from '@kaibo/contract/kernel/words.ts'
import type { Action } from '#kit/action/action.ts'
import { sortableOf, useListAddress } from './address.ts'
import type { Columns } from './column.ts'
import { isActive, without, type Filter } from './filter.ts'
import type { ListWords } from './list-words.ts'
import { useListLayout } from './list-layout.ts'
import { useSelection } from './selection.ts'
import { useList, type ListEndpoint, type RowOf } from './use-list.ts'

const REFETCH_MS = 30_000

/** A list as data: its query, columns, filters and acts. */
export interface ListSettings<E extends ListEndpoint> {
  /** The list's name for saved views and for what is stored on this machine; as in `viewApi`. */
  name: string
  words: ListWords
  /** Its query comes from the page's address; a call with a `download` gets an export button. */
  endpoint: E
  rowKey: keyof RowOf<E> & string
  nameOf: (row: RowOf<E>, lang: Lang) => string
  columns: Columns<RowOf<E>>
  filters?: readonly Filter<keyof E['input']['shape'] & string>[]
  actions?: readonly Action<RowOf<E>>[]
  refetchMs?: number
}

interface ListPlace<E extends ListEndpoint> {
  /** Input that is always sent; not in the address, and not a filter. */
  fixed?: Partial<InputOf<E>>
  /** Prefix of its names in the address, where the page has several lists: `run.` in the drawer at `run`. */
  prefix?: string
  /** The address's parameter for the record that is open over the list. */
  detail?: string | undefined
}

const none: readonly never[] = []

/** The state of a list and what can be done with it; shown by the pieces of `list-pieces.tsx`. */
export function useListControl<E extends ListEndpoint>(
  settings: ListSettings<E>,
  { fixed, prefix, detail }: ListPlace<E> = {},
) {
  type Row = RowOf<E>
  const { name, words, endpoint, rowKey, nameOf, columns, refetchMs = REFETCH_MS } = settings
  const { filters = none, actions = none } = settings
  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])
  const address = useListAddress(endpoint.input, {
    list: name,
    rowKey,
    param: detail,
    prefix,
    fixed,
  })
  const { values, change } = address
  const list = useList(endpoint, values, { keyOf, refetchMs })
  const layout = useListLayout(name, columns, {
    linked: address.columns,
    onChange: address.dropColumns,
  })
  const selection = useSelection<Row>(keyOf, list.rows)
  const sortable = useMemo(() => sortableOf(endpoint.input), [endpoint])
  const bulk = actions.filter((action) => action.bulk)
  return {
    ...list,
    name,
    words,
    endpoint,
    filters,
    actions,
    bulk,
    keyOf,
    nameOf,
    address,
    values,
    change,
    layout,
    sortable,
    /** Undefined where the list has no bulk acts. */
    selection: bulk.length > 0 ? selection : undefined,
    chosen: selection,
    isFiltered: filters.some((filter) => isActive(filter, values)),
    clearFilters: () => change(without(filters)),
    toLastPage: () => change({ page: Math.ceil((list.page?.total ?? 1) / values.page_size) }),
  }
}

export type ListControl<E extends ListEndpoint> = ReturnType<typeof useListControl<E>>
