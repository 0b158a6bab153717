import { OTHERS, USUAL } from './tables/sounds.ts'
import { SIMPLIFIED, TRADITIONAL } from './tables/traditional.ts'

/* What each UTF-16 unit counts as when words are looked for. The tables are made once, when they are first needed. */

/** Stands between words, and a few of it are passed over. */
export const NOISE = 0
/** Passed over without being counted: joiners, marks, selectors. */
export const UNSEEN = 1
/** No word goes on behind it. */
export const BREAK = 2
/** More than one letter, or half of one: to be folded by `foldedOf`. */
export const COMPLEX = 3

const UNITS = 0x1_0000
const BREAKS = '。！？!?\n\r\u2028\u2029'
const DIGITS: readonly (readonly [string, string])[] = [
  ['〇零○', '0'],
  ['一壹弌', '1'],
  ['二贰弍贰', '2'],
  ['三叁弎', '3'],
  ['四肆', '4'],
  ['五伍', '5'],
  ['六陆', '6'],
  ['七柒', '7'],
  ['八捌', '8'],
  ['九玖', '9'],
]

const isLetter = /[\p{L}\p{N}]/u
/** Hangul fillers are letters that nobody sees. */
const isUnseen = /[\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Emoji_Modifier}]/u
/** Letters by Unicode that people write as strokes between others: 法ー轮ー功, 法丨轮丨功. */
const isStroke = /[\p{Lm}丨丶丿ㅡ]/u

interface Letters {
  /** By unit: what it counts as, a letter or one of the above. */
  readonly folds: Uint16Array
  /** By unit: its syllable as it is usually read; 0 where it has none. */
  readonly sounds: Uint16Array
  /** By simplified character: all of its syllables. */
  readonly readings: ReadonlyMap<string, readonly number[]>
}

let made: Letters | undefined
export const letters = (): Letters => (made ??= make())

/** A code point as letters that count; signs where it is none. */
export function foldedOf(letter: string): number[] {
  const { folds } = letters()
  if (isUnseen.test(letter)) return [UNSEEN]
  const parts = Array.from(letter.normalize('NFKC').toLowerCase())
  return parts.flatMap((part) => {
    const fold = part.length === 1 ? (folds[part.charCodeAt(0)] ?? NOISE) : NOISE
    if (fold > COMPLEX || fold === BREAK || fold === UNSEEN) return [fold]
    // A rare letter of two units counts as both
    return counts(part) ? part.split('').map((unit) => unit.charCodeAt(0)) : [NOISE]
  })
}

function make(): Letters {
  const simple = new Map(split(TRADITIONAL).map((letter, at) => [letter, SIMPLIFIED[at] ?? letter]))
  const digits = new Map(DIGITS.flatMap(([all, digit]) => split(all).map((one) => [one, digit])))
  const { usual, readings } = soundTables()
  const folds = new Uint16Array(UNITS)
  const sounds = new Uint16Array(UNITS)
  for (let unit = 0; unit < UNITS; unit++) {
    const letter = String.fromCharCode(unit)
    const plain = letter.normalize('NFKC').toLowerCase()
    const same = simple.get(plain) ?? plain
    folds[unit] = foldOf(letter, digits.get(same) ?? same)
    sounds[unit] = usual.get(same) ?? 0
  }
  return { folds, sounds, readings }
}

function foldOf(letter: string, same: string): number {
  if (/[\ud800-\udfff]/.test(letter)) return COMPLEX
  if (BREAKS.includes(same)) return BREAK
  if (isUnseen.test(letter)) return UNSEEN
  if (same.length !== 1) return COMPLEX
  return counts(same) ? same.charCodeAt(0) : NOISE
}

const counts = (letter: string): boolean => isLetter.test(letter) && !isStroke.test(letter)

/** Syllables by number, from 1 on. */
function soundTables() {
  const numbers = new Map<string, number>()
  const usual = new Map<string, number>()
  const readings = new Map<string, number[]>()
  const take = (table: string, take: (letter: string, syllable: number) => void) => {
    for (const group of table.split(' ')) {
      const sound = /^[a-z]+/.exec(group)?.[0] ?? ''
      const number = numbers.get(sound) ?? numbers.size + 1
      numbers.set(sound, number)
      for (const letter of split(group.slice(sound.length))) take(letter, number)
    }
  }
  take(USUAL, (letter, syllable) => {
    usual.set(letter, syllable)
    readings.set(letter, [syllable])
  })
  take(OTHERS, (letter, syllable) => readings.get(letter)?.push(syllable))
  return { usual, readings }
}

const split = (text: string): string[] => text.split('')
