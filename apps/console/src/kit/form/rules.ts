import type { FormRule } from 'antd'
import * as z from 'zod/mini'
import { bare, labelOfField, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { asIs, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { partsOf } from './path.ts'

export const fieldAt = (schema: z.ZodMiniObject, path: string) => schemaAt(schema, partsOf(path))

/** The label that the contract gives a field: the form shows it, the messages name it. */
export function labelFor(schema: z.ZodMiniObject, path: string): Words {
  const field = fieldAt(schema, path)
  return (field && labelOfField(field)) ?? asIs(path)
}

/** A field's rule is the contract's own schema, so that form and server say the same words (spec §5). */
export function rulesFor(
  schema: z.ZodMiniObject,
  path: string,
  lang: Lang,
  demanded = false,
): FormRule[] {
  const field = fieldAt(schema, path)
  if (!field) return []
  const required = demanded || field._zod.optin === undefined
  // A field within another is looked at by itself: what is around it need not be there yet.
  const isWithin = partsOf(path).length > 1
  const own = demanded ? bare(field) : field
  const around = isWithin || demanded ? z.object({ [path]: own as z.ZodMiniType }) : schema
  const validator = async (_rule: unknown, value: unknown) => {
    const given = value === '' && !required ? undefined : (value ?? undefined)
    const message = messageFor(around, path, given)
    if (message) throw new Error(message[lang])
  }
  return [{ required, validator }]
}

/** What is wrong with a value in one field, or in a part of it; the first of it. */
function messageFor(schema: z.ZodMiniObject, name: string, given: unknown): Words | undefined {
  const input = { [name]: given }
  const result = schema.safeParse(input)
  const own = result.error?.issues.filter((issue) => issue.path[0] === name) ?? []
  const messages = fieldMessages(schema, own, input)
  return messages[name] ?? Object.values(messages)[0]
}
