import { use, useCallback, useEffect, useMemo, useState } from 'react'
import {
  NavigationType,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigationType,
} from 'react-router'
import type { Opening } from '@kaibo/contract/view/view.schema.ts'
import { useSession } from '#client/session.ts'
import { useAddress, type Address, type WriteAddress } from '#kit/address/use-address.ts'
import { COLUMNS, columnsText } from './columns-text.ts'

/** Stands in an address that would else be bare, and so be opened by the default view the next time. */
const ALL = 'all'

/** What the router calls a history entry that it has not made itself: the address was typed, or followed from elsewhere. */
const FROM_OUTSIDE = 'default'

/** Routers in which a list has been opened already: whoever comes to such an entry there again has gone back to it. */
const begun = new WeakSet<object>()

/**
 * A list's part of the page's address. Opened without a query, the list has that of its default view from the first drawing on, and
 * its address says so right after (ADR 0057). It is decided when the list is opened: a default that is chosen meanwhile moves
 * nothing under whoever is reading, and going back overrides nothing.
 */
export function useOpenedAddress(list: string | undefined): Address {
  const { params, write } = useAddress()
  const { key } = useLocation()
  const router = use(RouterContext)?.router
  const isPop = useNavigationType() === NavigationType.Pop
  const isBack = () =>
    isPop && (key !== FROM_OUTSIDE || (router !== undefined && begun.has(router)))
  const openings = useSession().info?.openings
  const opening = useMemo(() => {
    const own = openings?.find((one) => one.list === list)
    return own && queryOf(own)
  }, [openings, list])

  const bareAt = params.size === 0 ? key : undefined
  const arrival = () => ({ at: bareAt, query: isBack() ? undefined : opening })
  const [opened, setOpened] = useState(arrival)
  if (opened.at !== bareAt) setOpened(arrival)
  const query = bareAt === undefined ? undefined : opened.query

  useEffect(() => {
    if (router) begun.add(router)
  }, [router])
  useEffect(() => {
    if (!query) return
    write((next) => query.forEach((value, name) => next.set(name, value)), { replace: true })
  }, [query, write])

  const hasDefault = opening !== undefined
  const writeOpened = useCallback<WriteAddress>(
    (change, options) =>
      write((next) => {
        change(next)
        next.delete(ALL)
        if (hasDefault && next.size === 0) next.set(ALL, '1')
      }, options),
    [write, hasDefault],
  )
  return { params: query ?? params, write: writeOpened }
}

/** Nothing where the view keeps nothing. */
function queryOf({ state: { search, columns } }: Opening): URLSearchParams | undefined {
  const query = new URLSearchParams(search)
  if (columns) query.set(COLUMNS, columnsText(columns))
  return query.size > 0 ? query : undefined
}
