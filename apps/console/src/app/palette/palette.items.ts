import type { ReactNode } from 'react'
import { match } from 'pinyin-pro'
import type { MenuNode } from '@kaibo/contract/auth/auth.schema.ts'
import { placeOf } from '@kaibo/contract/kernel/fold.ts'
import { heardIn } from '#kit/sound/sound.ts'

/** Something to go to or to do. */
export interface PaletteItem {
  key: string
  icon: ReactNode
  label: string
  /** What tells it from others of its name. */
  detail: string
  /** How it is. */
  state?: ReactNode
  /** Why it cannot be done now. */
  refused?: string | undefined
  /** The address it leads to; an act has none. */
  to?: string
  run: () => void
  /** It goes on within the search: nothing is closed. */
  stays?: boolean
  /** It is not worth coming back to. */
  passing?: boolean
}

export interface PaletteGroup {
  key: string
  title: string
  items: readonly PaletteItem[]
  /** It comes of a call: while that is on its way, these are what another keyword found. */
  isAsked?: true
}

export const pagesOf = (
  nodes: readonly MenuNode[],
): { path: string; name: string; area: string }[] =>
  nodes.flatMap((area) =>
    area.children.map((page) => ({ path: page.path, name: page.name, area: area.name })),
  )

/** What has it by the letters as they are, or by the sound: `zhfz` and `fenzu` both find 账号分组. What begins with it comes first. */
export function foundBy<Item extends { label: string }>(
  typed: string,
  items: readonly Item[],
): Item[] {
  const wanted = typed.trim().toLowerCase()
  return items
    .map((item) => ({ item, at: placeIn(item.label, wanted) }))
    .filter(({ at }) => at >= 0)
    .toSorted((a, b) => Number(a.at > 0) - Number(b.at > 0))
    .map(({ item }) => item)
}

function placeIn(text: string, wanted: string): number {
  const at = text.toLowerCase().indexOf(wanted)
  if (at >= 0 || !/^[a-z]+$/.test(wanted)) return at
  return match(text, wanted, { continuous: true })?.[0] ?? -1
}

interface Piece {
  text: string
  isMarked: boolean
}

const LETTER = /./gsu

/** A text in pieces, of which those are marked that the terms were found by, as they are or by their sound. */
export function piecesOf(text: string, terms: readonly string[]): Piece[] {
  const letters = [...text.matchAll(LETTER)].map(({ 0: letter, index }) => ({ letter, index }))
  const marked = new Set(terms.flatMap((term) => unitsOf(text, letters, term)))
  const pieces: Piece[] = []
  for (const { letter, index } of letters) {
    const isMarked = marked.has(index)
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += letter
    else pieces.push({ text: letter, isMarked })
  }
  return pieces
}

/** Where the letters stand that a term is found by. */
function unitsOf(text: string, letters: readonly { index: number }[], term: string): number[] {
  const place = placeOf(text, term)
  if (!place) return heardIn(text, term) ?? []
  const [from, to] = place
  return letters.filter(({ index }) => index >= from && index < to).map(({ index }) => index)
}
