import type { Folded } from './folded.ts'
import { letters } from './letters.ts'

/** Where in a text a word stands, in UTF-16 units. */
export interface Span {
  from: number
  to: number
}

type Kind = 'other' | 'letter' | 'digit'

/** Between and behind the digits of a number that is written in Chinese. */
const MEASURES = '十百千万亿点米块元'

/**
 * A found row as it stands in the original text. Nothing where it is only a part of something longer: Latin letters must not go on
 * beside it (`s b`, but not `is bad`), nor digits; and the text must repeat a letter as often as the word does.
 */
export function spanOf(
  text: string,
  folded: Folded,
  { first, last, size }: { first: number; last: number; size: number },
): Span | undefined {
  const { from, to, places } = folded
  const [begin, end] = [startOf(folded, first), endOf(folded, last)]
  const isRepeated = begin !== first || end !== last
  const has = (places[end] ?? 0) - (places[begin] ?? 0) + 1
  if ((isRepeated ? has : (places[last] ?? 0) - (places[first] ?? 0) + 1) < size) return undefined
  const span = { from: from[begin] ?? 0, to: to[end] ?? 0 }
  const isNumber = isAllDigits(folded, first, last)
  if (goesOn(text, span.from - 1, span.from, isNumber)) return undefined
  if (goesOn(text, span.to, span.to - 1, isNumber)) return undefined
  return span
}

/** A letter that was written three times or more is one with its repeats. */
function startOf({ units, places }: Folded, first: number): number {
  const isRun = first > 0 && units[first - 1] === units[first]
  return isRun && (places[first] ?? 0) - (places[first - 1] ?? 0) > 1 ? first - 1 : first
}

function endOf({ units, places, length }: Folded, last: number): number {
  const isRun = last + 1 < length && units[last + 1] === units[last]
  return isRun && (places[last + 1] ?? 0) - (places[last] ?? 0) > 1 ? last + 1 : last
}

function isAllDigits({ units }: Folded, first: number, last: number): boolean {
  for (let at = first; at <= last; at++) if (kindOf(units[at] ?? 0) !== 'digit') return false
  return true
}

/** Whether what stands outside the word, directly beside it, belongs to the same number or Latin word. */
function goesOn(text: string, outside: number, inside: number, isNumber: boolean): boolean {
  const kind = isNumber ? 'digit' : plainKind(text, inside)
  if (kind === 'other') return false
  // A number goes on in whatever digits, 一米六四; within other words 一 is a letter like others
  if (!isNumber) return kind === plainKind(text, outside)
  return kind === foldedKind(text, outside) || MEASURES.includes(text.charAt(outside) || ' ')
}

const foldedKind = (text: string, at: number): Kind =>
  kindOf(letters().folds[text.charCodeAt(at)] ?? 0)

const isHan = /\p{Script=Han}/u
const plainKind = (text: string, at: number): Kind =>
  isHan.test(text.charAt(at)) ? 'other' : foldedKind(text, at)

function kindOf(unit: number): Kind {
  if (unit >= 48 && unit <= 57) return 'digit'
  const isLatin = (unit >= 97 && unit <= 122) || (unit >= 0xdf && unit <= 0x24f)
  return isLatin ? 'letter' : 'other'
}
