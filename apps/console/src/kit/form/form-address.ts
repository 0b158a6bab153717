import { useCallback } from 'react'
import { OPENED_HERE, useCloseOpened } from '#kit/address/opened-here.ts'
import { useAddress } from '#kit/address/use-address.ts'

const PARAM = 'edit'
/** Instead of a record's id: the form for a new record. */
export const NEW = 'new'

/** Which record's form a query opens over its page: `?edit=ID`, `?edit=new`. */
export const formAt = (search: string | URLSearchParams): string | undefined =>
  new URLSearchParams(search).get(PARAM) || undefined

/** The form that is open over this page. It is in the address: it can be linked, survives a reload, and Back closes it. */
export function useFormAddress() {
  const { params, write } = useAddress()
  const open = useCallback(
    (id: string) => write((next) => next.set(PARAM, id), { state: OPENED_HERE }),
    [write],
  )
  const close = useCloseOpened(() => write((next) => next.delete(PARAM), { replace: true }))
  return { id: formAt(params), open, close }
}
