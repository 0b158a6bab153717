import { use, useCallback } from 'react'
import { UNSAFE_DataRouterContext as RouterContext, useSearchParams } from 'react-router'

/** The query of an address that was asked for and has not been reached. */
interface Pending {
  /** The history entry from which. */
  from: string
  params: URLSearchParams
  replace: boolean
  state: unknown
}

/** By router: its own location changes a moment after it was asked to. */
const pending = new WeakMap<object, Pending>()

export interface WriteOptions {
  replace?: boolean
  /** Left in the history entry. */
  state?: object
}

/** Changes the query it is given; two within one tick see each other's. */
export type WriteAddress = (
  change: (params: URLSearchParams) => void,
  options?: WriteOptions,
) => void

/**
 * The page's query, and the one way to change it: lists, forms and drawers on one page each write their part, whatever else
 * is being written. An entry that is replaced keeps the state it had, so that what was opened here still closes by going back.
 */
export function useAddress(): { params: URLSearchParams; write: WriteAddress } {
  const [params] = useSearchParams()
  // The router's own location is newer than the one of the last drawing.
  const router = use(RouterContext)?.router
  const write = useCallback<WriteAddress>(
    (change, { replace = false, state } = {}) => {
      if (!router) throw new Error('an address stands in a router')
      const { location } = router.state
      const held = pending.get(router)
      // It may have been reached at once.
      const before = held?.from === location.key ? held : undefined
      const next = new URLSearchParams(before?.params ?? location.search)
      change(next)
      // It takes the place of a step that has not been made: the step is made, once.
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
        // Reached, or held up by a question: what is asked for next begins from where the page is.
        .finally(() => {
          if (pending.get(router) === asked) pending.delete(router)
        })
    },
    [router],
  )
  return { params, write }
}
