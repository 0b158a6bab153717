import type * as z from 'zod/mini'
import { bare, isSecret } from '@kaibo/contract/kernel/field.ts'
import { isSame } from './conflict.ts'

export type Values = Record<string, unknown>
type Shape = Record<string, z.core.$ZodType>

/** The fields that are no longer what they were. */
export const changed = (schema: z.ZodMiniObject, values: Values, base: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isSame(value, base[name], (schema.shape as Shape)[name]),
    ),
  )

/** What of a form may lie in the browser: never a secret, nor anything that holds one. */
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

/** The server refuses unknown fields: what a form holds only for itself stays here. */
export const onlyKnown = (schema: z.ZodMiniObject, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = (schema.shape as Shape)[name]
      // A secret that is empty again was not typed.
      return field && value !== undefined && !(value === '' && isSecret(field))
    }),
  )
