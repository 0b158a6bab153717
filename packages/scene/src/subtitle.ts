import type { Marks, Piece } from '@kaibo/contract/stage/clip.schema.ts'

/** Up to which UTF-16 unit a piece is said: to where the word begins that comes next. All of one without marks. */
export function litIn({ text, marks }: Pick<Piece, 'text' | 'marks'>, ms: number): number {
  const words: Marks['words'] = marks?.words ?? []
  if (words.length === 0) return text.length
  const next = words.find(([at, place]) => at > ms && place > 0)
  return next?.[1] ?? text.length
}

/** A line of a subtitle, and how much of it is said. */
export interface Line {
  text: string
  lit: number
}

const MAX_LINES = 2

/**
 * A text in lines that are as wide as they may be: of many, those around what is being said. Chinese breaks between any two
 * characters, only not before a mark that ends something.
 */
export function linesOf(
  text: string,
  lit: number,
  { width, measure }: { width: number; measure: (text: string) => number },
): Line[] {
  const lines = wrapped(text, width, measure)
  let begins = 0
  const all = lines.map((line) => {
    const from = begins
    begins += line.length
    return { text: line, lit: Math.max(0, Math.min(line.length, lit - from)) }
  })
  const saying = all.findIndex(({ text: { length }, lit: said }) => said < length)
  const current = saying < 0 ? all.length - 1 : saying
  const first = Math.max(0, Math.floor(current / MAX_LINES) * MAX_LINES)
  return all.slice(first, first + MAX_LINES)
}

const NEVER_FIRST = /^[，。！？、；：”’）》…,.!?;:)]/

function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const letter of text.match(/\p{Script=Han}|[\w'’-]+|\P{Script=Han}/gu) ?? []) {
    const fits = measure(line + letter) <= width || line === ''
    if (fits || NEVER_FIRST.test(letter)) line += letter
    else {
      lines.push(line)
      line = letter
    }
  }
  return line === '' ? lines : [...lines, line]
}
