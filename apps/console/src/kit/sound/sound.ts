import { match, pinyin } from 'pinyin-pro'
import { fold } from '@kaibo/contract/kernel/fold.ts'
import { bySound, hasSound, soundsIn } from '@kaibo/contract/kernel/sound.ts'

/* A chunk of its own: the table of sounds is large. */

const LETTER = /./gsu

/**
 * The letters of a text, each by where it begins, that sound as a term is typed: 阿狸 of 阿狸·夜读 by `al`, `ali` or `alil`.
 * Syllables follow one another, across blanks and middle dots.
 */
export function heardIn(text: string, term: string): number[] | undefined {
  const letters = [...text.matchAll(LETTER)].filter(({ 0: letter }) => fold(letter) !== '')
  const found = match(letters.map(({ 0: letter }) => letter).join(''), term, { continuous: true })
  // By each UTF-16 unit of what was matched, where its letter begins.
  const begins = letters.flatMap(({ 0: letter, index }) => letter.split('').map(() => index))
  return found?.flatMap((at) => begins[at] ?? [])
}

/** By text. Reading takes much longer than comparing, and lists are narrowed with every key. */
const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 5_000

/** Whether a text sounds as a folded term is typed, as the server tells it. */
export function hears(text: string, term: string): boolean {
  if (!hasSound(text)) return false
  const wanted = bySound(term)
  return linesOf(text).some((line) => line.startsWith(wanted))
}

function linesOf(text: string): readonly string[] {
  const read = known.get(text)
  if (read) return read
  if (known.size >= MAX_KNOWN) known.clear()
  const how = { type: 'all', toneType: 'none', v: true } as const
  const { lines } = soundsIn([pinyin(text, how), pinyin(text, { ...how, surname: 'head' })])
  known.set(text, lines)
  return lines
}
