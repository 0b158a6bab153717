import type * as z from 'zod/mini'
import { labelFor } from './rules.ts'

type Values = Readonly<Record<string, unknown>>

/** One field that both have, each in their own way. */
export interface Clash {
  name: string
  label: string
  mine: unknown
  theirs: unknown
  /** Whose value is taken unless the person says otherwise: mine where I have changed it. */
  take: 'mine' | 'theirs'
}

/** Where two people edited one record: what I typed, what it was when I began, and what the other has saved meanwhile. */
export function clashesIn(
  schema: z.ZodMiniObject,
  { mine, base, theirs }: { mine: Values; base: Values; theirs: Values },
): Clash[] {
  return Object.keys(theirs)
    .filter((name) => Object.hasOwn(schema.shape, name) && !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      label: labelFor(schema, name),
      mine: mine[name],
      theirs: theirs[name],
      take: isSame(mine[name], base[name]) ? ('theirs' as const) : ('mine' as const),
    }))
}

/** Nothing, an empty text and a field left out are one; every array in a form is a set, and its order says nothing. */
export const isSame = (a: unknown, b: unknown): boolean => textOf(a) === textOf(b)

const textOf = (value: unknown): string => {
  if (value === undefined || value === null || value === '') return ''
  if (Array.isArray(value)) return `[${value.map(textOf).sort().join()}]`
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([name, part]) => [name, textOf(part)] as const)
    const filled = parts.filter(([, text]) => text !== '').map((part) => part.join(':'))
    return `{${filled.sort().join()}}`
  }
  return JSON.stringify(value)
}
