import { bare, isSecret } from '@kaibo/contract/kernel/field.ts'
import type * as z from 'zod/mini'
import type { Actor } from '../auth/actor.ts'
import type { AuditDetail, Origin } from './implement.ts'

interface Acting {
  uid: string
  username: string
  /** The organisation whose people see the row; `''`: only those who see everything. Left out where the call has no login. */
  org_id?: string
}

/** Somebody who sees everything acts for no organisation, whichever they belong to. */
export const actingAs = ({ uid, username, scope, org_id }: Actor): Acting => ({
  uid,
  username,
  org_id: scope.kind === 'all' ? '' : (org_id ?? ''),
})

/** The row of one write; its handler adds to it while it runs. */
export interface AuditEntry extends AuditDetail {
  /** The name of the call. */
  readonly action: string
  /** Its outcome is not known before it has answered (contract: `stepwise`). */
  readonly stepwise?: boolean
  actor: Acting
  readonly origin: Pick<Origin, 'ip' | 'request_id'>
  /** As it was given, without its secrets. */
  input: unknown
}

/** Stands for a secret. */
export const HIDDEN = '***'

interface Nested {
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  valueType?: z.core.$ZodType
}

/** The input with every `secret()` field of the contract replaced; in a union, what is secret in any of its forms. */
export function withoutSecrets(schema: z.core.$ZodType, value: unknown): unknown {
  if (isSecret(schema)) return value === undefined || value === null ? value : HIDDEN
  const { shape, element, options, valueType } = bare(schema)._zod.def as Nested
  if (options) return options.reduce((hidden, option) => withoutSecrets(option, hidden), value)
  if (element && Array.isArray(value)) return value.map((item) => withoutSecrets(element, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const field = shape?.[key] ?? valueType
      return [key, field ? withoutSecrets(field, item) : item]
    }),
  )
}
