import type { ScreenedWord } from '@kaibo/contract/talk/word-pack.schema.ts'
import { WORD_LENGTH } from '@kaibo/contract/talk/word-pack.schema.ts'
import { Folded, GAP } from './folded.ts'
import { letters } from './letters.ts'

/* What a word is looked for by. */

/** The most ways of reading one word that are looked for. */
const MAX_READINGS = 8
/** Shorter ones sound like too much else to be taken by their sound unasked. */
const SOUND_FROM = 3

/** Of the word that is being read. */
const folded = new Folded()

const isHan = /^\p{Script=Han}+$/u

/** A word's letters that count; empty where it has none. Words that fold to the same are one. */
export function rowOf(word: string): number[] {
  const { units, length } = folded.read(word)
  return [...units.subarray(0, length)].filter((unit) => unit !== GAP)
}

/** Also with the breaks in it, as it stands in a text: 加微信！领取. */
export function rowsOf(word: string): number[][] {
  const plain = rowOf(word)
  const { units, length } = folded.read(word)
  const broken = [...units.subarray(0, units[length - 1] === GAP ? length - 1 : length)]
  return broken.length > plain.length ? [plain, broken] : [plain]
}

/** By this words are told apart: 傻逼, 傻 逼 and 傻-逼 are one. */
export const wordKey = (word: string): string => String.fromCharCode(...rowOf(word))

/** How many letters a word asks for, repeats and all. */
export function sizeOf(word: string): number {
  const { places, length } = folded.read(word)
  return length === 0 ? 0 : (places[length - 1] ?? 0) + 1
}

/** Whether a word can be found by how it sounds. */
export const canSound = (word: string): boolean => {
  const plain = word.normalize('NFKC')
  return plain.length >= 2 && plain.length <= WORD_LENGTH && isHan.test(plain)
}

/** Whether a word is also looked for by its sound where nobody has said so. */
export const soundsUnasked = ({ word, level }: Pick<ScreenedWord, 'word' | 'level'>): boolean =>
  level === 'block' && word.normalize('NFKC').length >= SOUND_FROM && canSound(word)

/** All ways of reading a word, the usual one first, as numbers of syllables. */
export function readingsOf(word: string): number[][] {
  const { sounds, length } = folded.read(word)
  const usual = [...sounds.subarray(0, length)]
  const { readings } = letters()
  let ways: number[][] = [[]]
  const plain = word.normalize('NFKC').split('')
  for (const [at, first] of usual.entries()) {
    if (first === 0) return []
    // Traditional letters and repeats have only the usual reading
    const all = usual.length === plain.length ? (readings.get(plain[at] ?? '') ?? [first]) : [first]
    ways = all.flatMap((syllable) => ways.map((way) => [...way, syllable])).slice(0, MAX_READINGS)
  }
  return ways
}
