import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from 'react-router'

/** The query of a navigation that is still under way. */
interface Pending {
  /** The history entry it started from. */
  from: string
  params: URLSearchParams
  replace: boolean
  state: unknown
}

/** Per router, as a router's location changes a moment after navigate() was called. */
const pending = new WeakMap<object, Pending>()

export interface WriteOptions {
  replace?: boolean
  /** The state of the history entry. */
  state?: object
}

/** Changes the given query; two changes within one tick both take effect. */
export type WriteAddress = (
  change: (params: URLSearchParams) => void,
  options?: WriteOptions,
) => void

export interface Address {
  params: URLSearchParams
  write: WriteAddress
}

/**
 * The page's query and the only way to change it: lists, forms and drawers on one page each write their part, whatever else
 * is being written. An entry that is replaced keeps the state it had, so that what was opened here still closes by going back.
 */
export function useAddress(): Address {
  const [params] = useSearchParams()
  // The router's location is newer than that of the last render.
  const router = use(RouterContext)?.router
  const write = useCallback<WriteAddress>(
    (change, { replace = false, state } = {}) => {
      if (!router) throw new Error('an address stands in a router')
      const { location } = router.state
      const held = pending.get(router)
      // The navigation may be finished already.
      const before = held?.from === location.key ? held : undefined
      const next = new URLSearchParams(before?.params ?? location.search)
      change(next)
      // It replaces a navigation that would have added an entry: one entry is added.
      const isStep = !replace || before?.replace === false
      const kept: unknown = replace ? (before?.state ?? location.state) : before?.state
      const asked: Pending = {
        from: location.key,
        params: next,
        replace: !isStep,
        state: state ?? kept,
      }
      pending.set(router, asked)
      const { pathname, hash } = location
      const to = { pathname, hash, search: next.toString() && `?${next}` }
      void router
        .navigate(to, { replace: !isStep, state: asked.state, preventScrollReset: true })
        // Finished, or blocked by a question: the next change starts from the current location.
        .finally(() => {
          if (pending.get(router) === asked) pending.delete(router)
        })
    },
    [router],
  )
  return { params, write }
}
