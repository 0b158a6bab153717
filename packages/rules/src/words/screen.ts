import type { ScreenedWord, WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { WordLevel } from '@kaibo/contract/talk/words.enums.ts'
import { Automaton } from './automaton.ts'
import { Folded } from './folded.ts'
import { spanOf, type Span } from './hit.ts'
import { readingsOf, rowOf, sizeOf } from './word-rows.ts'

/** A word in a text, and where. */
export interface Hit extends Span {
  readonly word: string
  readonly level: WordLevel
}

export interface Screened {
  /** With what is to be replaced replaced. */
  readonly text: string
  readonly hits: readonly Hit[]
  readonly verdict: 'pass' | WordLevel
}

interface Sought {
  readonly word: ScreenedWord | undefined
  /** Of words that are allowed: whether even what is locked is allowed by it. */
  readonly locked: boolean
  readonly size: number
}

const STARS = '＊'
const SEVERITY: readonly WordLevel[] = ['replace', 'review', 'block']

/** The words of one room, ready to look for. Other words are another one of these, put in its place whole. */
export class WordScreen {
  readonly #sought: readonly (readonly Sought[])[]
  readonly #written: Automaton
  readonly #spoken: Automaton
  readonly #bySound: readonly (readonly Sought[])[]

  constructor({ words, allow }: WordPack) {
    const written = new Rows()
    const spoken = new Rows()
    for (const word of words) {
      const row = rowOf(word.word)
      const sought = { word, locked: word.locked ?? false, size: sizeOf(word.word) }
      written.add(row, sought)
      if (word.sound) for (const way of readingsOf(word.word)) spoken.add(way, sought)
    }
    for (const { word, locked = false } of allow)
      written.add(rowOf(word), { word: undefined, locked, size: sizeOf(word) })
    this.#sought = written.of
    this.#bySound = spoken.of
    this.#written = new Automaton(written.rows)
    this.#spoken = new Automaton(spoken.rows)
  }

  screen(text: string): Screened {
    const hits = this.#hitsIn(text)
    if (hits.length === 0) return { text, hits, verdict: 'pass' }
    const worst = Math.max(...hits.map(({ level }) => SEVERITY.indexOf(level)))
    return {
      text: replaced(text, hits),
      hits: hits.map(({ word, level, from, to }) => ({ word, level, from, to })),
      verdict: SEVERITY[worst] ?? 'block',
    }
  }

  #hitsIn(text: string): Found[] {
    const folded = new Folded(text)
    const hits: Found[] = []
    const allowed: (Span & { locked: boolean })[] = []
    const take = (all: readonly Sought[], end: number, length: number) => {
      for (const { word, locked, size } of all) {
        const span = spanOf(text, folded, { first: end - length + 1, last: end, size })
        if (!span) continue
        if (word) hits.push({ ...span, word: word.word, level: word.level, by: word, locked })
        else allowed.push({ ...span, locked })
      }
    }
    this.#written.find(folded.units, folded.length, (row, end, length) =>
      take(this.#sought[row] ?? [], end, length),
    )
    this.#spoken.find(folded.sounds, folded.length, (row, end, length) =>
      take(this.#bySound[row] ?? [], end, length),
    )
    if (hits.length === 0) return hits
    const isAllowed = (hit: Found) =>
      allowed.some((by) => by.from <= hit.from && by.to >= hit.to && (by.locked || !hit.locked))
    return once(hits.filter((hit) => !isAllowed(hit)))
  }
}

interface Found extends Hit {
  readonly by: ScreenedWord
  readonly locked: boolean
}

/** Rows of letters, each once, with all that is sought by it. */
class Rows {
  readonly rows: number[][] = []
  readonly of: Sought[][] = []
  readonly #known = new Map<string, number>()

  add(row: number[], sought: Sought): void {
    if (row.length === 0) return
    const key = String.fromCharCode(...row)
    const known = this.#known.get(key)
    if (known !== undefined) {
      this.of[known]?.push(sought)
      return
    }
    this.#known.set(key, this.rows.length)
    this.rows.push(row)
    this.of.push([sought])
  }
}

/** In the order of the text; what is found both as written and by its sound, once. */
function once(hits: readonly Found[]): Found[] {
  const inOrder = [...hits].sort((a, b) => a.from - b.from || b.to - a.to)
  const known = new Set<string>()
  return inOrder.filter(({ word, from, to }) => {
    const key = `${from}-${to}-${word}`
    return !known.has(key) && known.add(key)
  })
}

/** Of words that overlap the first counts, of those that begin together the longest. */
function replaced(text: string, hits: readonly Found[]): string {
  let out = ''
  let at = 0
  for (const { from, to, by } of hits) {
    if (by.level !== 'replace' || from < at) continue
    out += text.slice(at, from) + (by.replace ?? STARS.repeat([...text.slice(from, to)].length))
    at = to
  }
  return out + text.slice(at)
}
