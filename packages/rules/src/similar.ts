import { folded } from './text.ts'

/** From here on two texts are taken to say the same. */
export const SIMILAR = 0.8

/** The share of trigrams that two texts have in common, of all that either has: 0 nothing, 1 the same. */
export const likeness = (a: string, b: string): number => new Likenesses([a]).best(b)?.share ?? 0

/** Texts, to find the one that is most like another. Their trigrams are made once; only texts that share some are compared. */
export class Likenesses {
  readonly #sizes: number[] = []
  /** The places of the texts that have the trigram; the empty one is that of texts without letters. */
  readonly #places = new Map<string, number[]>()

  constructor(texts: readonly string[]) {
    for (const [place, text] of texts.entries()) {
      const parts = trigramsOf(text)
      this.#sizes.push(parts.size)
      for (const part of parts) {
        const places = this.#places.get(part)
        if (places) places.push(place)
        else this.#places.set(part, [place])
      }
    }
  }

  /** The place of the text that has the largest share in common with this one; of equals the first. */
  best(text: string): { place: number; share: number } | undefined {
    const parts = trigramsOf(text)
    const common = new Map<number, number>()
    for (const part of parts)
      for (const place of this.#places.get(part) ?? [])
        common.set(place, (common.get(place) ?? 0) + 1)
    let best: { place: number; share: number } | undefined
    for (const [place, count] of common) {
      const share = (2 * count) / (parts.size + (this.#sizes[place] ?? 0))
      const isBetter = !best || share > best.share || (share === best.share && place < best.place)
      if (isBetter) best = { place, share }
    }
    return best
  }
}

const NO_LETTERS = ''

/** With two marks before and one behind, so that a text of one letter has some too. */
function trigramsOf(text: string): Set<string> {
  const letters = Array.from(folded(text).replaceAll(/[\s\p{P}]/gu, ''))
  const parts = new Set<string>()
  if (letters.length === 0) return parts.add(NO_LETTERS)
  const marked = ['\0', '\0', ...letters, '\0']
  for (let index = 0; index + 2 < marked.length; index++)
    parts.add(marked.slice(index, index + 3).join(''))
  return parts
}
