import { fold } from './fold.ts'

/* How a text with Chinese in it is typed by its sound. The table of sounds is a library's, which whoever needs it loads. */

/** A letter of a text, as the library has read it. */
export interface ReadLetter {
  origin: string
  /** Without its tone, `v` for ü; of a Chinese character alone. */
  pinyin: string
  isZh: boolean
}

export interface Sounds {
  /** From each syllable on: `aliyedu`, `liyedu`, …, and by first letters `alyd`, `lyd`, … What is typed begins one of them. */
  lines: readonly string[]
  /** Those from the first syllable on: all pieces of the lines occur in them. */
  whole: readonly string[]
}

const HAN = /\p{Script=Han}/u
const WORDS = /[\p{L}\p{M}\p{N}]+/gu
/** Longer texts are no names: what comes later is found by its letters alone. */
const MAX_UNITS = 64

/** Whether a text has a sound to be typed by. */
export const hasSound = (text: string): boolean => HAN.test(text)

/** A term as it stands in the lines: syllables are typed with an apostrophe where they would run into each other, xi'an. */
export const bySound = (term: string): string => term.replaceAll(/['’]/gu, '')

/** `readings`: of the whole text, of which each may read some letters in another way (曾: zeng, ceng). */
export function soundsIn(readings: readonly (readonly ReadLetter[])[]): Sounds {
  const forms = readings
    .map(unitsOf)
    .flatMap((units) => [units.map(({ full }) => full), units.map(({ first }) => first)])
  const lines = forms.flatMap((units) => units.map((_, from) => units.slice(from).join('')))
  return { lines, whole: forms.map((units) => units.join('')) }
}

interface Unit {
  full: string
  first: string
}

/** Characters by their syllable, what stands between them by its words; signs have no sound. */
function unitsOf(letters: readonly ReadLetter[]): Unit[] {
  const units: Unit[] = []
  let other = ''
  const endOther = () => {
    for (const word of fold(other).match(WORDS) ?? []) units.push({ full: word, first: word })
    other = ''
  }
  for (const { isZh, pinyin, origin } of letters) {
    if (!isZh) {
      other += origin
      continue
    }
    endOther()
    units.push({ full: pinyin, first: pinyin.slice(0, 1) })
  }
  endOther()
  return units.slice(0, MAX_UNITS)
}
