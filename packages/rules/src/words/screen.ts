import type { ScreenedWord, WordPack } from '@kaibo/contract/talk/word-pack.schema.ts'
import type { WordLevel } from '@kaibo/contract/talk/words.enums.ts'
import type { Passed } from '../frame.ts'
import { Folded } from './folded.ts'
import { spanOf, type Span } from './hit.ts'
import { Rows } from './rows.ts'
import { readingsOf, rowsOf, sizeOf } from './word-rows.ts'

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

const STARS = '＊'
const SEVERITY: readonly WordLevel[] = ['replace', 'review', 'block']

interface Sought {
  readonly word: ScreenedWord | undefined
  /** Of words that are allowed: whether even what is locked is allowed by it. */
  readonly locked: boolean
  readonly size: number
}

/** The words of one room, ready to look for. Other words are another one of these, put in its place whole. */
export class WordScreen {
  readonly #written = new Rows<Sought>()
  readonly #spoken = new Rows<Sought>()
  /** Of the text that is being screened: kept, so that a line makes nothing anew. */
  readonly #folded = new Folded()
  readonly #found: number[] = []

  constructor({ words, allow }: WordPack) {
    for (const word of words) {
      const sought = { word, locked: word.locked ?? false, size: sizeOf(word.word) }
      for (const row of rowsOf(word.word)) this.#written.add(row, sought)
      if (word.sound) for (const way of readingsOf(word.word)) this.#spoken.add(way, sought)
    }
    for (const { word, locked = false } of allow)
      for (const row of rowsOf(word))
        this.#written.add(row, { word: undefined, locked, size: sizeOf(word) })
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

  /** What may be said of a sentence, and whether a person has to allow it. `found` is told of what was found. */
  said(line: string, found?: (hits: readonly Hit[]) => void): Passed | undefined {
    const { text, verdict, hits } = this.screen(line)
    if (hits.length > 0) found?.(hits)
    if (verdict === 'block') return undefined
    return verdict === 'review' ? { text, review: true } : { text }
  }

  #hitsIn(text: string): readonly Found[] {
    const { units, sounds, length } = this.#folded.read(text)
    this.#written.automaton.find(units, length, this.#found)
    const written = this.#found.length
    this.#spoken.automaton.find(sounds, length, this.#found)
    if (this.#found.length === 0) return NONE
    return this.#placed(text, this.#found.splice(0), written)
  }

  /** `found`: rows and where they end, those of the written words first. */
  #placed(text: string, found: readonly number[], written: number): Found[] {
    const hits: Found[] = []
    const allowed: (Span & { locked: boolean })[] = []
    for (let at = 0; at < found.length; at += 2) {
      const { rows, of } = at < written ? this.#written : this.#spoken
      const [row = 0, last = 0] = [found[at], found[at + 1]]
      const first = last - (rows[row]?.length ?? 0) + 1
      for (const { word, locked, size } of of[row] ?? []) {
        const span = spanOf(text, this.#folded, { first, last, size })
        if (!span) continue
        if (word) hits.push({ ...span, word: word.word, level: word.level, by: word, locked })
        else allowed.push({ ...span, locked })
      }
    }
    const isAllowed = (hit: Found) =>
      allowed.some((by) => by.from <= hit.from && by.to >= hit.to && (by.locked || !hit.locked))
    return once(hits.filter((hit) => !isAllowed(hit)))
  }
}

const NONE: readonly Found[] = []

interface Found extends Hit {
  readonly by: ScreenedWord
  readonly locked: boolean
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
    out +=
      text.slice(at, from) + (by.replace ?? STARS.repeat(Array.from(text.slice(from, to)).length))
    at = to
  }
  return out + text.slice(at)
}
