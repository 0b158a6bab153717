import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type * as z from 'zod/mini'
import { fromStrings } from '@kaibo/contract/kernel/wire.ts'

/** By which a list is read on (`kernel/page.ts`). */
const WHERE = ['page', 'cursor']

type Shape = Record<string, z.core.$ZodType>
type Values<S extends z.ZodMiniObject> = z.output<S>

interface ChangeOptions {
  replace?: boolean
  /** Left in the history entry. */
  state?: object
}

/**
 * The part of the page's state that a link carries: filters, sorting, paging, the open record. The schema is the call's own
 * query; what does not fit it is dropped, so that an old link still opens. A default is never written to the address.
 */
export function useUrlState<S extends z.ZodMiniObject>(schema: S) {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const values = useMemo(() => read(schema, new URLSearchParams(text)), [schema, text])

  // React Router does not queue: two changes within one tick must see each other's.
  const latest = useRef(params)
  useLayoutEffect(() => {
    latest.current = params
  }, [params])

  const change = useCallback(
    (part: Partial<Record<keyof Values<S> & string, unknown>>, options?: ChangeOptions) => {
      const next = new URLSearchParams(latest.current)
      for (const [key, value] of Object.entries(part)) {
        if (isEmpty(value) || isDefault(schema, key, value)) next.delete(key)
        else next.set(key, String(value))
      }
      // Another filter shows another list: its first page. Of page and cursor one alone says where in the list it is.
      for (const key of WHERE)
        if (!(key in part) && key in (schema.shape as Shape)) next.delete(key)
      latest.current = next
      setParams(next, {
        replace: options?.replace ?? false,
        state: options?.state,
        preventScrollReset: true,
      })
    },
    [schema, setParams],
  )
  return [values, change] as const
}

function read<S extends z.ZodMiniObject>(schema: S, params: URLSearchParams): Values<S> {
  const shape = schema.shape as Shape
  const raw = fromStrings(schema, Object.fromEntries(params))
  const known = Object.fromEntries(Object.entries(raw).filter(([key]) => Object.hasOwn(shape, key)))
  const whole = schema.safeParse(known)
  if (whole.success) return whole.data
  const faulty = new Set(whole.error.issues.map((issue) => String(issue.path[0])))
  const kept = Object.entries(known).filter(([key]) => !faulty.has(key))
  const rest = schema.safeParse(Object.fromEntries(kept))
  return rest.success ? rest.data : schema.parse({})
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function isDefault(schema: z.ZodMiniObject, key: string, value: unknown): boolean {
  const field = (schema.shape as Shape)[key]
  const def = field?._zod.def as { type: string; defaultValue?: unknown } | undefined
  return def?.type === 'default' && def.defaultValue === value
}
