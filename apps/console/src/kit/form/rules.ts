import type { FormRule } from 'antd'
import * as z from 'zod/mini'
import { bare, labelOfField, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { fieldMessages } from '@kaibo/contract/kernel/messages.ts'
import { asIs, type Lang, type Words } from '@kaibo/contract/kernel/words.ts'
import { partsOf } from './path.ts'

export const fieldAt = (schema: z.ZodMiniObject, path: string) => schemaAt(schema, partsOf(path))

/** The contract's label of a field, shown by the form and named in messages. */
export function labelFor(schema: z.ZodMiniObject, path: string): Words {
  const field = fieldAt(schema, path)
  return (field && labelOfField(field)) ?? asIs(path)
}

/** A field is validated by the contract's schema, so that form and server give the same messages (spec §5). */
export function rulesFor(
  schema: z.ZodMiniObject,
  path: string,
  lang: Lang,
  demanded = false,
): FormRule[] {
  const field = fieldAt(schema, path)
  if (!field) return []
  const required = demanded || field._zod.optin === undefined
  // A nested field is validated alone: the fields around it may not be filled in yet.
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

/** The first thing wrong with a field's value, or with a part of it. */
function messageFor(schema: z.ZodMiniObject, name: string, given: unknown): Words | undefined {
  const input = { [name]: given }
  const result = schema.safeParse(input)
  const own = result.error?.issues.filter((issue) => issue.path[0] === name) ?? []
  const messages = fieldMessages(schema, own, input)
  return messages[name] ?? Object.values(messages)[0]
}
