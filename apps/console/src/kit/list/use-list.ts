import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import type * as z from 'zod/mini'
import type { AnyInput, DataOf, Endpoint, InputOf } from '@kaibo/contract/kernel/endpoint.ts'
import type { EndlessPage, Page } from '@kaibo/contract/kernel/page.ts'
import { useLanguage } from '#client/language.ts'
import { onRefresh, refresh, useCall } from '#client/query.ts'
import { loadStateOf } from './load-state.ts'
import { useNotes } from './notes.ts'
import { changedKeys, useSteady } from './steady.ts'
import { useReturn } from './use-return.ts'

/** A page of a list that is read by cursor holds the cursor of the next page. */
type AnyPage = Page<object> & Partial<Pick<EndlessPage<object>, 'total_capped' | 'next'>>
export type ListEndpoint = Endpoint<AnyInput, z.ZodMiniType<AnyPage>>
export type RowOf<E extends ListEndpoint> = DataOf<E>['list'][number]

interface Settings<Row> {
  keyOf: (row: Row) => string
  refetchMs: number
}

const nobody: ReadonlySet<string> = new Set()

/** One page of a list: its rows, its loading state, and how many rows changed since. */
export function useList<E extends ListEndpoint>(
  endpoint: E,
  input: Record<string, unknown> & { page: number; page_size: number; cursor?: string },
  { keyOf, refetchMs }: Settings<RowOf<E>>,
) {
  // The address was read by this endpoint's own schema.
  const query = useCall(endpoint, input as InputOf<E>, { keep: true, refetchMs })
  const { data, dataUpdatedAt, isFetching, isPlaceholderData } = query
  // After a change of language the rows are loaded again; they must not count as changed by others.
  const key = JSON.stringify([useLanguage(), input])
  const same = useCallback(
    (shown: DataOf<E>, come: DataOf<E>) => changedKeys(shown.list, come.list, keyOf).length === 0,
    [keyOf],
  )
  const steady = useSteady<DataOf<E>>(
    { key, page: data, at: isPlaceholderData ? 0 : dataUpdatedAt, fetching: isFetching },
    same,
  )
  const [noted, setNoted] = useState({ key, keys: nobody })
  const showNext = () => {
    setNoted({ key, keys: nobody })
    steady.ask()
  }
  const ask = useEffectEvent((asked: string) => {
    if (asked === endpoint.name) showNext()
  })
  useEffect(() => onRefresh((asked) => ask(asked)), [])
  // On coming back the new rows show at once: nobody is reading yet.
  useReturn(() => {
    showNext()
    void query.refetch({ cancelRefetch: false })
  })
  useNotes(endpoint, (keys) =>
    setNoted((old) => ({ key, keys: new Set(old.key === key ? [...old.keys, ...keys] : keys) })),
  )

  const { page, waiting } = steady
  const elsewhere = noted.key === key ? noted.keys : nobody
  const news = new Set(page && waiting ? changedKeys(page.list, waiting.list, keyOf) : [])
  for (const one of elsewhere) news.add(one)

  return {
    page,
    rows: (page?.list ?? []) as readonly RowOf<E>[],
    error: query.error,
    state: loadStateOf({
      idle: query.isPending && !isFetching,
      failed: query.isError,
      shown: page && { rows: page.list.length, total: page.total, next: page.next },
      outdated: isPlaceholderData,
      page: input.page,
      page_size: input.page_size,
      cursor: input.cursor,
    }),
    /** How many rows changed since what shows was loaded. */
    news: news.size,
    takeNews: () => {
      if (elsewhere.size > 0) refresh(endpoint)
      else steady.takeIt()
    },
    /** When what shows was answered. */
    updatedAt: dataUpdatedAt,
    retry: () => refresh(endpoint),
  }
}
