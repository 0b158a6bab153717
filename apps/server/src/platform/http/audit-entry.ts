import { bare, isSecret } from '@kaibo/contract/kernel/field.ts'
import type * as z from 'zod/mini'
import type { AuditDetail, Origin } from './implement.ts'

/** One write that succeeded. */
export interface AuditEntry extends AuditDetail {
  action: string
  actor: { uid: string; username: string }
  origin: Origin
  /** As it was given, without its secrets. */
  input: unknown
}

const HIDDEN = '***'

/** The input with every `secret()` field of the contract replaced. */
export function withoutSecrets(schema: z.core.$ZodType, value: unknown): unknown {
  if (isSecret(schema)) return value === undefined || value === null ? value : HIDDEN
  const { shape, element } = bare(schema)._zod.def as {
    shape?: Record<string, z.core.$ZodType>
    element?: z.core.$ZodType
  }
  if (element && Array.isArray(value)) return value.map((item) => withoutSecrets(element, item))
  if (!shape || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const field = shape[key]
      return [key, field ? withoutSecrets(field, item) : item]
    }),
  )
}
