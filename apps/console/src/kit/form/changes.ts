import type * as z from 'zod/mini'
import { bare, isSecret } from '@kaibo/contract/kernel/field.ts'
import { isSame } from './conflict.ts'

export type Values = Record<string, unknown>
type Shape = Record<string, z.core.$ZodType>

/** The fields that were changed. */
export const changed = (schema: z.ZodMiniObject, values: Values, base: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isSame(value, base[name], (schema.shape as Shape)[name]),
    ),
  )

/** The part of a form that may be stored in the browser: no secrets, and nothing that contains one. */
export const withoutSecrets = (schema: z.ZodMiniObject, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = (schema.shape as Shape)[name]
      return !field || !holdsSecret(field)
    }),
  )

function holdsSecret(field: z.core.$ZodType): boolean {
  if (isSecret(field)) return true
  const { shape, element } = bare(field)._zod.def as { shape?: Shape; element?: z.core.$ZodType }
  const parts = [...Object.values(shape ?? {}), ...(element ? [element] : [])]
  return parts.some(holdsSecret)
}

/** The part that is sent: the server refuses unknown fields, so the form's own extra fields are dropped. */
export const onlyKnown = (schema: z.ZodMiniObject, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = (schema.shape as Shape)[name]
      // An empty secret means that it was not changed.
      return field && value !== undefined && !(value === '' && isSecret(field))
    }),
  )
