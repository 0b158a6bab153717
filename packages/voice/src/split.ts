/** The longest that a voice is given at once, in UTF-16 units. */
const MAX_PIECE = 80

const SENTENCE = /[^。！？；!?;\n]*[。！？；!?;\n]+|[^。！？；!?;\n]+/g
const CLAUSE = /[^，,、：\s]*[，,、：\s]+|[^，,、：\s]+/g

/** A text in pieces that are said one after the other, and together are the text. */
export function partsOf(text: string): string[] {
  return (text.match(SENTENCE) ?? []).flatMap((sentence) =>
    sentence.length <= MAX_PIECE ? sentence : joined(sentence.match(CLAUSE) ?? []),
  )
}

/** Clauses together as far as they go; one that is too long by itself is cut. */
function joined(clauses: readonly string[]): string[] {
  const pieces: string[] = []
  for (const clause of clauses.flatMap(cut)) {
    const last = pieces.at(-1)
    if (last !== undefined && last.length + clause.length <= MAX_PIECE)
      pieces[pieces.length - 1] = last + clause
    else pieces.push(clause)
  }
  return pieces
}

/** Never between the halves of one character. */
function cut(clause: string): string[] {
  const pieces = ['']
  for (const letter of clause) {
    const last = pieces.at(-1) ?? ''
    if (last.length + letter.length <= MAX_PIECE) pieces[pieces.length - 1] = last + letter
    else pieces.push(letter)
  }
  return pieces
}
