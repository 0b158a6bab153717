/* Text as it is searched. The server's index and the marks that the console draws on what was found both use it. */

/** Blanks, and the dots that stand between the parts of a name: 阿狸·夜读. */
const BETWEEN = /[\s\u00b7\u2022\u2027\u2219\u22c5\u30fb]/u
const ALL_BETWEEN = new RegExp(BETWEEN, 'gu')

/** Neither width nor case nor other forms of one letter count (NFKC), nor do blanks and middle dots. */
export const fold = (text: string): string => shapeOf(text).replaceAll(ALL_BETWEEN, '')

const shapeOf = (text: string) => text.normalize('NFKC').toLowerCase()

/** Too little to look for by itself: nearly every code and number has it somewhere. */
const BELONGS = /^(\d+|[a-z])$/

/**
 * The terms of what was typed, folded, each once. All of them must be found. They are its words; a number, or one letter,
 * belongs to the word before it: 夜读 3 is not any 夜读 with a 3 in its code.
 */
export function termsOf(typed: string): string[] {
  const terms: string[] = []
  for (const word of typed.normalize('NFKC').split(/\s+/u).map(fold)) {
    const before = terms.at(-1)
    if (before !== undefined && BELONGS.test(word)) terms[terms.length - 1] = before + word
    else if (word !== '') terms.push(word)
  }
  return [...new Set(terms)]
}

const LETTER = /./gsu

/** Where a folded term stands in a text: from a character to before another, in UTF-16 units. */
export function placeOf(
  text: string,
  term: string,
): readonly [from: number, to: number] | undefined {
  let folded = ''
  /** By each unit of the folded text, where in the text the letter stands that it comes of, and where that ends. */
  const letters: { from: number; to: number }[] = []
  for (const { 0: letter, index: from } of text.matchAll(LETTER)) {
    for (const unit of fold(letter).split('')) {
      folded += unit
      letters.push({ from, to: from + letter.length })
    }
  }
  const at = folded.indexOf(term)
  const [first, last] = [letters[at], letters[at + term.length - 1]]
  return first && last ? [first.from, last.to] : undefined
}
