import { labelOf } from '@kaibo/contract/kernel/enumeration.ts'
import { labelIn } from '@kaibo/contract/kernel/field.ts'
import { asIs } from '@kaibo/contract/kernel/words.ts'
import type * as z from 'zod/mini'
import type { SheetColumn } from './sheet.ts'

type Cell = string | number | null

/** A sheet's columns under the names that the first of these schemas has for each. */
export function sheetColumns(...schemas: readonly z.ZodMiniType[]) {
  const titled = (key: string) => labelIn(schemas, key) ?? asIs(key)
  return {
    text: <K extends string>(key: K, width: number): SheetColumn<Record<K, Cell>> => ({
      title: titled(key),
      width,
      kind: 'text',
      value: (row) => row[key],
    }),
    /** What is called something: a studio, an organisation. */
    named: <K extends string>(
      key: K,
      width: number,
    ): SheetColumn<Record<K, { name: string } | null>> => ({
      title: titled(key),
      width,
      kind: 'text',
      value: (row) => row[key]?.name ?? null,
    }),
    /** A value of an enumeration, by its label. */
    label: <K extends string>(
      key: K,
      of: object,
      width: number,
    ): SheetColumn<Record<K, string | number>> => ({
      title: titled(key),
      width,
      kind: 'text',
      value: (row, lang) => labelOf(of, row[key], lang),
    }),
    instant: <K extends string>(key: K): SheetColumn<Record<K, number | null>> => ({
      title: titled(key),
      width: 20,
      kind: 'instant',
      value: (row) => row[key],
    }),
  }
}
