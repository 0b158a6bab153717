const LETTER = /[\p{L}\p{M}\p{N}]/gu

/**
 * The pieces of a folded text by which an index leads to it: each letter or digit, and each two in a row. Signs are no part
 * of them, so that every piece is a word to both databases; the text itself is compared afterwards.
 */
export function gramsOf(folded: string): string[] {
  const letters = lettersOf(folded)
  return [...letters, ...pairsOf(letters)]
}

/** Of a term only the pieces that tell most: its pairs, or its one letter. */
export function telling(term: string): string[] {
  const letters = lettersOf(term)
  return letters.length > 1 ? pairsOf(letters) : letters
}

const lettersOf = (text: string): string[] => text.match(LETTER) ?? []

const pairsOf = (letters: readonly string[]) =>
  letters.slice(1).map((letter, before) => `${letters[before]}${letter}`)
