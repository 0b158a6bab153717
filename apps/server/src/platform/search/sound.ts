import { fold } from '@kaibo/contract/kernel/fold.ts'

interface Unit {
  full: string
  first: string
}

/** Longer texts are no names: what comes later is found by its letters alone. */
const MAX_UNITS = 64
const HAN = /\p{Script=Han}/u
const loadTable = () => import('pinyin-pro')
/** Kept: asked for anew with every text, the loader would take longer than the reading. */
let table: ReturnType<typeof loadTable> | undefined
const WORDS = /[\p{L}\p{M}\p{N}]+/gu

export interface Sounds {
  /** From each syllable on: `aliyedu`, `liyedu`, …, and by first letters `alyd`, `lyd`, … */
  lines: readonly string[]
  /** Those from the first syllable on: all pieces of the lines occur in them. */
  whole: readonly string[]
}

/**
 * How a text with Chinese in it is typed by its sound, in full and by first letters. A name's first character is also read as a surname where that differs (曾: zeng, ceng). The
 * table of sounds is large, and loaded when it is first needed.
 */
export async function soundsOf(text: string): Promise<Sounds> {
  if (!HAN.test(text)) return { lines: [], whole: [] }
  const readings = await Promise.all([read(text, 'off'), read(text, 'head')])
  const forms = readings.flatMap((units) => [
    units.map(({ full }) => full),
    units.map(({ first }) => first),
  ])
  const lines = forms.flatMap((units) => units.map((_, from) => units.slice(from).join('')))
  return { lines, whole: forms.map((units) => units.join('')) }
}

async function read(text: string, surname: 'off' | 'head'): Promise<Unit[]> {
  const { pinyin } = await (table ??= loadTable())
  // `v`: ü is typed so.
  const letters = pinyin(text, { type: 'all', toneType: 'none', v: true, surname })
  const units: Unit[] = []
  let other = ''
  const endOther = () => {
    for (const word of fold(other).match(WORDS) ?? []) units.push({ full: word, first: word })
    other = ''
  }
  for (const { isZh, pinyin: full, origin } of letters) {
    if (!isZh) {
      other += origin
      continue
    }
    endOther()
    units.push({ full, first: full.slice(0, 1) })
  }
  endOther()
  return units.slice(0, MAX_UNITS)
}
