import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { OPENED_HERE, useCloseOpened } from '#kit/address/opened-here.ts'

const PARAM = 'edit'
/** In the place of a record's id: the form that makes one. */
export const NEW = 'new'

/** Which record's form a query opens over its page: `?edit=ID`, `?edit=new`. */
export const formAt = (search: string | URLSearchParams): string | undefined =>
  new URLSearchParams(search).get(PARAM) || undefined

/** The form that is open over this page, at an address of its own: it can be linked, outlives a reload, and Back closes it. */
export function useFormAddress() {
  const [params, setParams] = useSearchParams()
  const open = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params)
      next.set(PARAM, id)
      setParams(next, { state: OPENED_HERE, preventScrollReset: true })
    },
    [params, setParams],
  )
  const close = useCloseOpened(() => {
    const next = new URLSearchParams(params)
    next.delete(PARAM)
    setParams(next, { replace: true, preventScrollReset: true })
  })
  return { id: formAt(params), open, close }
}
