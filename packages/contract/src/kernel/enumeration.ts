import * as z from 'zod/mini'
import { EMPTY_CELL } from '../facts/constants.ts'
import { words, type Lang, type Words } from './words.ts'

type Entry = readonly [value: string | number, zh: string, en: string]
type Entries = Readonly<Record<string, Entry>>

const labels = new WeakMap<object, Entries>()

export type Enumeration<T extends Entries = Entries> = { readonly [K in keyof T]: T[K][0] }
export type ValueOf<E> = E[keyof E]

/** An enumeration of spec §4: `{ undo: [0, '未开播', 'Idle'] }` becomes `{ undo: 0 }`; its labels stay beside it. */
export function enumeration<const T extends Entries>(entries: T): Enumeration<T> {
  const values = Object.fromEntries(Object.entries(entries).map(([key, [value]]) => [key, value]))
  labels.set(values, entries)
  return values as Enumeration<T>
}

/** The schema that accepts exactly the enumeration's values. */
export const oneOf = <E extends Record<string, string | number>>(members: E) => z.enum(members)

export interface Option<Value = string | number> {
  value: Value
  label: string
}

/** Value and label of each member, in the order of the spec: selects, filters and tags render from it. */
export function optionsOf<E extends object>(members: E, lang: Lang): Option<ValueOf<E>>[] {
  return Object.values(labels.get(members) ?? {}).map(([value, zh, en]) => ({
    value: value as ValueOf<E>,
    label: lang === 'zh' ? zh : en,
  }))
}

/** The label of a value; the value itself where the enumeration does not know it, so that nothing shows as blank. */
export function labelOf(
  members: object,
  value: string | number | null | undefined,
  lang: Lang,
): string {
  if (value === null || value === undefined) return EMPTY_CELL
  return optionsOf(members, lang).find((option) => option.value === value)?.label ?? String(value)
}

/** The label in both languages; undefined where the enumeration does not know the value. */
export function wordsOf(members: object, value: string | number): Words | undefined {
  const entry = Object.values(labels.get(members) ?? {}).find(([known]) => known === value)
  return entry && words(entry[1], entry[2])
}
