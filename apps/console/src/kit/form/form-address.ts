import { useCallback } from 'react'
import { OPENED_HERE, useCloseOpened } from '#kit/address/opened-here.ts'
import { useAddress } from '#kit/address/use-address.ts'

const PARAM = 'edit'
/** Beside it: the number of the record's version that is put into its form. */
const AS_OF = 'as_of'
/** In the place of a record's id: the form that makes one. */
export const NEW = 'new'

/** Which record's form a query opens over its page: `?edit=ID`, `?edit=new`. */
export const formAt = (search: string | URLSearchParams): string | undefined =>
  new URLSearchParams(search).get(PARAM) || undefined

/** The form that is open over this page. It is in the address: it can be linked, survives a reload, and Back closes it. */
export function useFormAddress() {
  const { params, write } = useAddress()
  const open = useCallback(
    (id: string, asOf?: number) =>
      write(
        (next) => {
          next.set(PARAM, id)
          if (asOf === undefined) next.delete(AS_OF)
          else next.set(AS_OF, String(asOf))
        },
        { state: OPENED_HERE },
      ),
    [write],
  )
  const close = useCloseOpened(() =>
    write(
      (next) => {
        next.delete(PARAM)
        next.delete(AS_OF)
      },
      { replace: true },
    ),
  )
  return { id: formAt(params), asOf: asOfIn(params), open, close }
}

function asOfIn(params: URLSearchParams): number | undefined {
  const text = params.get(AS_OF) ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
