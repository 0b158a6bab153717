import { useCallback, useMemo } from 'react'
import type * as z from 'zod/mini'
import { fromStrings } from '@kaibo/contract/kernel/wire.ts'
import { useAddress, type Address, type WriteOptions } from '#kit/address/use-address.ts'

/** Names the row after which a list without page numbers is read on (`kernel/page.ts`). */
const WHERE = ['page', 'cursor']

type Shape = Record<string, z.core.$ZodType>
type Values<S extends z.ZodMiniObject> = z.output<S>

/**
 * The part of the page's state that is in its address: filters, sorting, paging, the open record. The schema is the call's own
 * query; what does not fit it is dropped, so that an old link still opens. A default is never written to the address.
 * With a `prefix` its names begin with that: `run.page`, beside the `page` of the outer list. The drawer at `run` keeps
 * its own part of the address that way; it is removed when another record is opened there, or none.
 */
export const useUrlState = <S extends z.ZodMiniObject>(schema: S, prefix = '') =>
  useStateIn(useAddress(), schema, prefix)

/** The same of an address that is read and written otherwise. */
export function useStateIn<S extends z.ZodMiniObject>(
  { params, write }: Address,
  schema: S,
  prefix: string,
) {
  const text = ownOf(params, prefix).toString()
  const values = useMemo(() => read(schema, new URLSearchParams(text)), [schema, text])

  const change = useCallback(
    (part: Partial<Record<keyof Values<S> & string, unknown>>, options?: WriteOptions) =>
      write((next) => {
        for (const [key, value] of Object.entries(part)) {
          const name = prefix + key
          for (const held of inner(next, name)) next.delete(held)
          if (isEmpty(value) || isDefault(schema, key, value)) next.delete(name)
          else next.set(name, String(value))
        }
        // A changed filter starts at page 1. Either page or cursor says where in the list one is, never both.
        for (const key of WHERE)
          if (!(key in part) && key in (schema.shape as Shape)) next.delete(prefix + key)
      }, options),
    [schema, prefix, write],
  )
  return [values, change] as const
}

/** The parameters of the list inside the drawer at `name`. */
const inner = (params: URLSearchParams, name: string): string[] =>
  Array.from(params.keys()).filter((key) => key.startsWith(`${name}.`))

/** The part of a query whose names begin with the prefix, by the names behind it. */
export const ownOf = (params: URLSearchParams, prefix: string): URLSearchParams =>
  new URLSearchParams(
    [...params]
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => [name.slice(prefix.length), value]),
  )

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
