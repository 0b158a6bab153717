import type * as z from 'zod/mini'
import type { AnyInput, Endpoint } from '@kaibo/contract/kernel/endpoint.ts'
import type { Words } from '@kaibo/contract/kernel/words.ts'

/** A list to choose from by the select widget's own fields (spec §3). */
export type NamedList = Endpoint<
  AnyInput,
  z.ZodMiniType<{ list: readonly { uid: string; name: string }[] }>
>

/** A filter as data; `name` is a field of the call's query. */
export type Filter<Name extends string = string> = { label: Words } & Narrowing<Name>

export type Narrowing<Name extends string> =
  /** `asTyped`: the list narrows with each key, as one that is all on the page can. */
  | { kind: 'keyword'; name: Name; asTyped?: boolean }
  /** Of an enumeration of the contract. */
  | { kind: 'enum'; name: Name; of: object }
  | { kind: 'options'; name: Name; from: NamedList }
  /** Business days, both included. */
  | { kind: 'days'; name: Name; to: Name }
  /** A checkbox that sets one value. */
  | { kind: 'tick'; name: Name; value: number }

export type Values = Readonly<Record<string, unknown>>

const fieldsOf = (filter: Filter): string[] =>
  filter.kind === 'days' ? [filter.name, filter.to] : [filter.name]

export const isActive = (filter: Filter, values: Values): boolean =>
  fieldsOf(filter).some((name) => values[name] !== undefined && values[name] !== '')

/** The change of the address that removes these filters. */
export const without = (filters: readonly Filter[]): Record<string, undefined> =>
  Object.fromEntries(filters.flatMap(fieldsOf).map((name) => [name, undefined]))
