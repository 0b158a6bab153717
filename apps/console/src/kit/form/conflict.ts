import type * as z from 'zod/mini'
import { bare, isSet, schemaAt } from '@kaibo/contract/kernel/field.ts'
import { labelFor } from './rules.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'

type Values = Readonly<Record<string, unknown>>

/** One field that two people changed differently. */
export interface Clash {
  name: string
  label: Words
  mine: unknown
  theirs: unknown
  /** The preselected value: mine if I changed it, otherwise theirs. */
  take: 'mine' | 'theirs'
}

/** The fields in conflict after two people edited one record. `base`: the record when I began; `theirs`: as saved meanwhile. */
export function clashesIn(
  schema: z.ZodMiniObject,
  { mine, base, theirs }: { mine: Values; base: Values; theirs: Values },
): Clash[] {
  return Object.keys(theirs)
    .filter(
      (name) =>
        Object.hasOwn(schema.shape, name) &&
        !isSame(mine[name], theirs[name], fieldOf(schema, name)),
    )
    .map((name) => ({
      name,
      label: labelFor(schema, name),
      mine: mine[name],
      theirs: theirs[name],
      take: isSame(mine[name], base[name], fieldOf(schema, name))
        ? ('theirs' as const)
        : ('mine' as const),
    }))
}

type Schema = z.core.$ZodType | undefined

const fieldOf = (schema: z.ZodMiniObject, name: string): Schema => schemaAt(schema, [name])

/**
 * Null, an empty text and a missing field are equal. The order of a list counts, unless its schema marks it as a set
 * (`setOf`).
 */
export const isSame = (a: unknown, b: unknown, schema?: Schema): boolean =>
  textOf(a, schema) === textOf(b, schema)

const textOf = (value: unknown, schema: Schema): string => {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) {
    const texts = value.map((item) => textOf(item, partOf(schema, 0)))
    return `[${(schema && isSet(schema) ? texts.sort() : texts).join()}]`
  }
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(
      ([name, part]) => [name, textOf(part, partOf(schema, name))] as const,
    )
    const filled = parts.filter(([, text]) => text !== '').map((part) => part.join(':'))
    return `{${filled.sort().join()}}`
  }
  return JSON.stringify(value)
}

const partOf = (schema: Schema, key: string | number): Schema =>
  schema && schemaAt(bare(schema), [key])
