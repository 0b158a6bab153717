import { useMemo } from 'react'
import { useLocation } from 'react-router'
import * as z from 'zod/mini'
import type { AnyInput } from '@kaibo/contract/kernel/endpoint.ts'
import type { SortDir } from '@kaibo/contract/facts/enums.ts'
import { OPENED_HERE, useCloseOpened } from '#kit/address/opened-here.ts'
import type { WriteOptions } from '#kit/address/use-address.ts'
import type { Choice } from './column.ts'
import { COLUMNS, columnsIn, columnsText } from './columns-text.ts'
import { useOpenedAddress } from './list-opening.ts'
import { ownOf, useStateIn } from './url-state.ts'

/** What every list's query holds (`kernel/page.ts`), beside its own filters. */
export interface ListValues extends Record<string, unknown> {
  page: number
  page_size: number
  /** Instead of the page number, in a list that is read by cursor. */
  cursor?: string
  sort_by?: string
  sort_dir?: SortDir
}

type Shape = Record<string, z.core.$ZodType>

/** The names by which the contract can sort a list. */
export function sortableOf(input: AnyInput): string[] {
  const field = (input.shape as Shape)['sort_by']
  const { innerType } = (field?._zod.def ?? {}) as { innerType?: z.core.$ZodType }
  return [...(innerType?._zod.values ?? [])].map(String)
}

interface ListAddress {
  /** The list's name for its saved views. */
  list: string
  rowKey: string
  /** The name of the record that is open over the list. */
  param?: string | undefined
  prefix?: string | undefined
  fixed?: Record<string, unknown> | undefined
}

/** The list's part of the address: its query, the record that is open over it, and the part that a saved view keeps. */
export function useListAddress<I extends AnyInput>(
  input: I,
  { list, rowKey, param, prefix = '', fixed }: ListAddress,
) {
  const fixedNames = Object.keys(fixed ?? {}).join()
  const schema = useMemo(() => {
    // `export` belongs to the export button and a row's key to its form: neither is a filter.
    const others = ['export', rowKey, ...fixedNames.split(',')]
    const own = Object.entries(input.shape as Record<string, z.ZodMiniType>).filter(
      ([name]) => !others.includes(name),
    )
    return z.object({
      ...Object.fromEntries(own),
      ...(param ? { [param]: z.optional(z.string()) } : {}),
    })
  }, [input, rowKey, param, fixedNames])
  // A list within a page has no address of its own to be opened by.
  const address = useOpenedAddress(prefix === '' ? list : undefined)
  const { params, write } = address
  const [state, changeState] = useStateIn(address, schema, prefix)
  // Paging in a drawer adds no history entry, so that Back closes the drawer.
  const change: typeof changeState = (part, options: WriteOptions = {}) =>
    changeState(part, { replace: prefix !== '', ...options })
  const { pathname } = useLocation()
  const columnsAt = params.get(prefix + COLUMNS)
  const columns = useMemo(() => columnsIn(columnsAt), [columnsAt])
  const id = (state as ListValues)[param ?? '']
  // The same from drawing to drawing, where the list has nothing fixed.
  const values = useMemo(() => {
    const query = Object.entries(state).filter(([name]) => name !== param)
    return { ...Object.fromEntries(query), ...fixed } as ListValues & z.output<I>
  }, [state, param, fixed])

  const kept = Object.keys(values).filter(
    (name) => name !== 'page' && name !== 'cursor' && !(fixed && name in fixed),
  )
  const search = new URLSearchParams(
    [...ownOf(params, prefix)].filter(([name]) => kept.includes(name)),
  )
  search.sort()

  const here = { page: values.page, cursor: values.cursor }
  const close = useCloseOpened(() => {
    if (param) change({ [param]: undefined, ...here }, { replace: true })
  })

  return {
    values,
    change,
    /** The record that is open. */
    id: typeof id === 'string' ? id : undefined,
    /** Opens a record and stays on the list's page. */
    open: (next: string) => {
      if (param) change({ [param]: next, ...here }, { state: OPENED_HERE })
    },
    close,
    search: search.toString(),
    apply: (saved: string) => {
      const none = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, undefined]))
      change({ ...none, ...Object.fromEntries(new URLSearchParams(saved)) })
    },
    /** The columns that a link came with. */
    columns,
    /** They are no longer those that show. */
    dropColumns: () => {
      if (params.has(prefix + COLUMNS))
        write((next) => next.delete(prefix + COLUMNS), { replace: true })
    },
    /** The address at which somebody else sees the same rows in the same order by the same columns. */
    linkTo: (columns: Choice): string => {
      const query = new URLSearchParams(search)
      query.set(COLUMNS, columnsText(columns))
      const own = Array.from(query, ([name, value]) => [prefix + name, value])
      return new URL(`${pathname}?${new URLSearchParams(own).toString()}`, location.origin).href
    },
  }
}
