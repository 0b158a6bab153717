import { storable } from '@kaibo/contract/live/event.ts'
import { MAX_LINE } from '@kaibo/contract/talk/action.schema.ts'

const MAX_LENGTH = 500

/** Text of the model: of its first 500 UTF-16 units, never half a pair, the NFC. */
export const normal = (text: string): string => head(text, MAX_LENGTH).normalize('NFC')

/** The first units of a text; a pair that the cut would halve is left out. */
export function head(text: string, length: number): string {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  const isFirstHalf = last >= 0xd800 && last < 0xdc00
  return text.slice(0, isFirstHalf ? length - 1 : length)
}

/** Without differences of case and width: `ＡＢＣ` and `abc` become equal. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const MARKUP = /<[^<>]*>|[<>]|&#?\w{1,31};/g
/** Line breaks and tabs are blanks; all else that is only control is nothing. */
const CONTROL_BUT_BLANK = /(?!\s)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu
const DOMAINS = 'com|cn|net|org|top|xyz|vip|cc|tv|me|io|shop|site|club|live|link|fun|info|app|ltd'
const ADDRESS = String.raw`[^\s\p{Script=Han}，。！？、；：]`
const URL = new RegExp(
  String.raw`(?:[a-z]{2,10}:\/\/|www\.)${ADDRESS}*` +
    String.raw`|(?:[a-z0-9-]{1,63}\.){1,5}(?:${DOMAINS})(?![a-z0-9])(?:[/?:]${ADDRESS}*)?`,
  'giu',
)

/** Nothing to remove in these, which most names are: the other patterns need not be tried. */
const PLAIN = /^[\w\u4e00-\u9fff]*$/

/**
 * A value made safe to be spoken: no control characters, no speech markup, no addresses; blanks closed up. Again until nothing
 * changes: what is taken out of the middle can join an address of what stood around it.
 */
export function speakable(value: string): string {
  let text = value
  for (;;) {
    if (PLAIN.test(text)) return text
    const before = text
    text = stripped(text)
    if (text === before) return text
  }
}

const stripped = (value: string): string =>
  value
    .replace(CONTROL_BUT_BLANK, '')
    .replace(MARKUP, '')
    .replace(URL, '')
    .replace(/\s+/g, ' ')
    .trim()

const characters = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Characters as a reader counts them: an emoji is one, though it is made of several code points. */
export const graphemes = (text: string): string[] =>
  Array.from(characters.segment(text), (s) => s.segment)

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : graphemes(text).slice(0, length).join('')

/** `张三丰` → `张*丰`, `张三` → `张*`. */
export function masked(text: string): string {
  const parts = graphemes(text)
  const [first = ''] = parts
  const last = parts.length > 2 ? parts.at(-1) : ''
  return first + '*'.repeat(Math.max(1, Math.min(3, parts.length - 2))) + last
}

/** A line no longer than the log keeps, and no letter cut in two. */
export const within = (line: string): string =>
  line.length > MAX_LINE ? storable(head(line, MAX_LINE)) : line
