import { useCallback, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const PARAM = 'edit'
/** In the place of a record's id: the form that makes one. */
export const NEW = 'new'

/** Which record's form a query opens over its page: `?edit=ID`, `?edit=new`. */
export const formAt = (search: string | URLSearchParams): string | undefined =>
  new URLSearchParams(search).get(PARAM) || undefined

/** Left in the history entry of a form that was opened from its page: the entry before it is that page. */
const FROM_PAGE = { formFromPage: true }
const isFromPage = (state: unknown) =>
  typeof state === 'object' && state !== null && 'formFromPage' in state

/** The form that is open over this page, at an address of its own: it can be linked, outlives a reload, and Back closes it. */
export function useFormAddress() {
  const [params, setParams] = useSearchParams()
  const { state, key } = useLocation() as { state: unknown; key: string }
  const navigate = useNavigate()
  // The browser goes back in its own time, and meanwhile the form stands: closed once more it would leave the page.
  const closing = useRef<string>(undefined)
  useEffect(() => {
    // Forward has brought the same entry back. A dialog that is going may still hold the close of before.
    if (closing.current === key) closing.current = undefined
  }, [key])

  const open = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params)
      next.set(PARAM, id)
      setParams(next, { state: FROM_PAGE, preventScrollReset: true })
    },
    [params, setParams],
  )
  const close = useCallback(() => {
    if (closing.current === key) return
    closing.current = key
    // Back to the page, so that its next Back does not open the form again; who came by a link stays at the page.
    if (isFromPage(state)) {
      void navigate(-1)
    } else {
      const next = new URLSearchParams(params)
      next.delete(PARAM)
      setParams(next, { replace: true, preventScrollReset: true })
    }
  }, [params, setParams, state, key, navigate])

  return { id: formAt(params), open, close }
}
