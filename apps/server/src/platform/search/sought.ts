import type { RawBuilder } from 'kysely'
import { termsOf } from '@kaibo/contract/kernel/fold.ts'
import { bySound } from '@kaibo/contract/kernel/sound.ts'
import { telling } from './grams.ts'

type Text = string | RawBuilder<string | number>

/** What is looked for, as values of a statement or as their places in a compiled one. */
export interface Sought<Value extends Text = Text> {
  /** The words of the index that a row must have, with a space between; undefined where the terms are signs alone. */
  grams: Value | undefined
  /** A pattern of each term: somewhere in a row's texts, … */
  parts: readonly Value[]
  /** … or at the beginning of its sound or of a code. */
  starts: readonly Value[]
  /** That one of a row's texts begins with the first term: such rows come first. */
  begins: Value
}

/** Undefined where nothing is looked for. */
export function soughtBy(keyword: string | undefined): Sought<string> | undefined {
  const terms = termsOf(keyword ?? '')
  const [first] = terms
  if (first === undefined) return undefined
  const grams = [...new Set(terms.map(bySound).flatMap(telling))].join(' ')
  return {
    grams: grams || undefined,
    parts: terms.map((term) => `%${escaped(term)}%`),
    starts: terms.map((term) => `%\n${escaped(bySound(term))}%`),
    begins: `%\n${escaped(first)}%`,
  }
}

const escaped = (term: string) => term.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)

/** The values of what is looked for, by name, in a query that is compiled once. */
export type SoughtValues<Value = string> = Readonly<Record<`@${string}`, Value | undefined>>

export function namedSought(keyword: string | undefined): SoughtValues {
  const sought = soughtBy(keyword)
  if (!sought) return {}
  const { grams, parts, starts, begins } = sought
  const patterns = [
    ...parts.map((part, term) => [`@part${term}`, part] as const),
    ...starts.map((start, term) => [`@start${term}`, start] as const),
  ]
  return { '@grams': grams, '@begins': begins, ...Object.fromEntries(patterns) }
}

/** What is looked for, of the places of such a query's values; undefined where nothing is. */
export function soughtAt<Place extends RawBuilder<string | number>>(
  at: SoughtValues<Place>,
): Sought<Place> | undefined {
  const begins = at['@begins']
  if (!begins) return undefined
  const named = (what: string) => {
    const places: Place[] = []
    for (let term = 0; ; term++) {
      const place = at[`@${what}${term}`]
      if (!place) return places
      places.push(place)
    }
  }
  return { grams: at['@grams'], parts: named('part'), starts: named('start'), begins }
}
