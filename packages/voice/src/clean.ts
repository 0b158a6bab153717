import type { Lexicon } from './lexicon.ts'

/** What a voice is given for a text, and where each of its UTF-16 units comes from in that text. */
export interface Cleaned {
  text: string
  from: readonly number[]
}

/** Another one where the same text is said otherwise: clips that were made before are not used any more. */
export const CLEANER = 3

const DIGITS = '零一二三四五六七八九'
/** Also in groups of three. */
const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3})+(?![\d,])|\d+)(?:\.\d+)?`

/**
 * What a voice says wrong or not at all, and what it says instead. eSpeak reads markup, so `<>&` must not reach it, also not
 * escaped; it leaves `¥` and the 点 of a time out, and says 666 as a number.
 */
const RULES: readonly [RegExp, (...found: string[]) => string][] = [
  [/(?:https?:\/\/|www\.)[\w./?=&%#:~+-]+/y, () => ''],
  [new RegExp(`[¥￥]\\s*(${NUMBER})`, 'y'), (_, amount = '') => `${plain(amount)}元`],
  [
    /((?:[01]?\d|2[0-4]))[:：]([0-5]\d)(?:[:：]([0-5]\d))?(?![\d:：])/y,
    (_, hour = '', minute = '', second?: string) => timeSaid(hour, minute, second),
  ],
  [/1[3-9]\d{9}(?!\d)/y, (phone) => digitsSaid(phone)],
  // Elsewhere it is what stands between two numbers or months
  [/(?<=^|[\s，：（(])-(?=\d)/y, () => '负'],
  [new RegExp(`(${NUMBER})[%％]`, 'y'), (_, number = '') => `百分之${plain(number)}`],
  [/(\d)\1{2,}(?!\d)/y, (digits) => digitsSaid(digits)],
  [new RegExp(NUMBER, 'y'), (number) => plain(number)],
  [/ok(?![a-z])/iy, () => 'O K'],
  [/[&＆]/y, () => '和'],
  [/[<>＜＞]/y, () => ' '],
  [
    /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cc}\p{Cf}\p{M}\u{FE0F}]/uy,
    () => '',
  ],
]

export function cleaned(text: string, lexicon: Lexicon = []): Cleaned {
  let said = ''
  const from: number[] = []
  const byLength = lexicon.toSorted(([a], [b]) => b.length - a.length)
  for (let at = 0; at < text.length;) {
    const read = byLength.find(([word]) => word !== '' && text.startsWith(word, at))
    const { taken, spoken } = read ? { taken: read[0].length, spoken: read[1] } : nextIn(text, at)
    said += spoken
    for (let unit = 0; unit < spoken.length; unit++) from.push(at)
    at += taken
  }
  return { text: said, from }
}

function nextIn(text: string, at: number): { taken: number; spoken: string } {
  for (const [pattern, say] of RULES) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return { taken: found[0].length, spoken: say(...found) }
  }
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)
  // A narrow comma between Chinese characters is no pause
  const spoken = /[\p{L}\p{N}]/u.test(letter) ? letter.normalize('NFKC') : letter
  return { taken: letter.length, spoken }
}

function timeSaid(hour: string, minute: string, second: string | undefined): string {
  if (second !== undefined) return `${Number(hour)}点${minute}分${second}秒`
  return minute === '00' ? `${Number(hour)}点` : `${Number(hour)}点${minute}分`
}

const digitsSaid = (digits: string): string =>
  digits.replaceAll(/\d/g, (one) => DIGITS[Number(one)] ?? '')

const plain = (number: string): string => number.replaceAll(',', '')

/** Whether there is anything in it that a voice can say. */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
