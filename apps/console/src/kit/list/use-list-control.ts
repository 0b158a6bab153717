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
  /** Its query is the page's address; one that can answer a file has an export. */
  endpoint: E
  rowKey: keyof RowOf<E> & string
  nameOf: (row: RowOf<E>, lang: Lang) => string
  columns: Columns<RowOf<E>>
  filters?: readonly Filter<keyof E['input']['shape'] & string>[]
  actions?: readonly Action<RowOf<E>>[]
  refetchMs?: number
}

interface ListPlace<E extends ListEndpoint> {
  /** What it always asks for: no part of the address, and no filter. */
  fixed?: Partial<InputOf<E>>
  /** Of its names in the address, where another list is on the same page: `run.` for what is open at `run`. */
  prefix?: string
  /** The address's name for the record that is open over the list. */
  detail?: string | undefined
}

const none: readonly never[] = []

/** What a list holds and can be asked, for whatever pieces show it (`list-pieces.tsx`). */
export function useListControl<E extends ListEndpoint>(
  settings: ListSettings<E>,
  { fixed, prefix, detail }: ListPlace<E> = {},
) {
  type Row = RowOf<E>
  const { name, words, endpoint, rowKey, nameOf, columns, refetchMs = REFETCH_MS } = settings
  const { filters = none, actions = none } = settings
  const keyOf = useCallback((row: Row) => String(row[rowKey]), [rowKey])
  const address = useListAddress(endpoint.input, { rowKey, param: detail, prefix, fixed })
  const { values, change } = address
  const list = useList(endpoint, values, { keyOf, refetchMs })
  const layout = useListLayout(name, columns)
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
    /** Of rows; nothing where no act is done with many. */
    selection: bulk.length > 0 ? selection : undefined,
    chosen: selection,
    isFiltered: filters.some((filter) => isActive(filter, values)),
    clearFilters: () => change(without(filters)),
    toLastPage: () => change({ page: Math.ceil((list.page?.total ?? 1) / values.page_size) }),
  }
}

export type ListControl<E extends ListEndpoint> = ReturnType<typeof useListControl<E>>
