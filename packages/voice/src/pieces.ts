import { cleaned, isSpeakable } from './clean.ts'
import type { Lexicon } from './lexicon.ts'
import { partsOf } from './split.ts'

/** What a voice is given of a sentence at once. */
export interface SayPiece {
  /** What of the sentence it is: the pieces of a sentence are the sentence. */
  text: string
  /** What the voice is given for it. */
  said: string
  /** Where each UTF-16 unit of `said` comes from in `text`. */
  from: readonly number[]
}

/** Cleaned first, so that no address is cut at its question mark. Of nothing to say there are no pieces. */
export function piecesOf(text: string, lexicon: Lexicon = []): SayPiece[] {
  const { text: said, from } = cleaned(text, lexicon)
  if (!isSpeakable(said)) return []
  let [begins, starts] = [0, 0]
  const parts = spoken(partsOf(said))
  return parts.map((part, index) => {
    const own = from.slice(begins, begins + part.length)
    const ends = begins + part.length
    const stops = index === parts.length - 1 ? text.length : (from[ends] ?? text.length)
    const base = starts
    const piece = {
      text: text.slice(base, stops),
      said: part,
      from: own.map((at) => Math.max(0, at - base)),
    }
    begins = ends
    starts = stops
    return piece
  })
}

/** What has nothing to say in it is left to its neighbour. */
function spoken(parts: readonly string[]): string[] {
  const joined: string[] = []
  let silent = ''
  for (const part of parts) {
    const last = joined.length - 1
    if (isSpeakable(part)) {
      joined.push(silent + part)
      silent = ''
    } else if (last < 0) silent += part
    else joined[last] += part
  }
  return joined
}
