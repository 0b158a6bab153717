import type { FormRule } from 'antd'
import type * as z from 'zod/mini'
import { labelOfField } from '@kaibo/contract/kernel/field.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'

type Shape = Record<string, z.core.$ZodType>

/** The label that the contract gives a field: the form shows it, the messages name it. */
export const labelFor = (schema: z.ZodMiniObject, name: string): string => {
  const field = (schema.shape as Shape)[name]
  return field ? labelOfField(field, name) : name
}

/** A field's rule is the contract's own schema, so that form and server say the same words (spec §5). */
export function rulesFor(schema: z.ZodMiniObject, name: string): FormRule[] {
  const field = (schema.shape as Shape)[name]
  if (!field) return []
  const required = field._zod.optin === undefined
  return [
    {
      required,
      validator: async (_rule, value: unknown) => {
        const given = value === '' && !required ? undefined : (value ?? undefined)
        const result = schema.safeParse({ [name]: given })
        if (result.success) return
        const own = result.error.issues.filter((issue) => issue.path[0] === name)
        const message =
          fieldMessages(schema, own, { [name]: given })[name] ??
          Object.values(fieldMessages(schema, own, { [name]: given }))[0]
        if (message) throw new Error(message)
      },
    },
  ]
}
