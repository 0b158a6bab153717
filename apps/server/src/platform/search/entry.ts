import { fold } from '@kaibo/contract/kernel/fold.ts'
import { gramsOf } from './grams.ts'
import { soundsOf } from './sound.ts'

/** What is kept of a row for the search: lines, each after a line break. */
export interface Entry {
  /** Its texts, folded: a term is found anywhere in them. */
  parts: string
  /** Its sounds and codes: a term is found where a line begins with it. */
  starts: string
  /** The words by which the index leads to it, with a space between. */
  tokens: string
}

export interface Texts {
  texts: readonly string[]
  codes: readonly string[]
}

/** The word of an index that is of this table's rows alone; no piece of text is as long. */
export const tableToken = (table: string): string => `of_${table}`

export async function entryOf(table: string, { texts, codes }: Texts): Promise<Entry> {
  const parts = distinct(texts.map(fold))
  const sounds = await Promise.all(texts.map(soundsOf))
  const begun = codes.map(fold)
  const starts = distinct([...sounds.flatMap(({ lines }) => lines), ...begun])
  const pieced = distinct([...parts, ...sounds.flatMap(({ whole }) => whole), ...begun])
  const grams = pieced.flatMap(gramsOf)
  return {
    parts: linesOf(parts),
    starts: linesOf(starts),
    tokens: distinct([tableToken(table), ...grams]).join(' '),
  }
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `\n${line}`).join('')

const distinct = (texts: readonly string[]) => [...new Set(texts)].filter((text) => text !== '')
