const MAX_LENGTH = 500

/** Text of the model: NFC, at most 500 characters. */
export const normal = (text: string): string =>
  (text.length > MAX_LENGTH ? text.slice(0, MAX_LENGTH) : text).normalize('NFC')

/** Without differences of case and width: `ＡＢＣ` and `abc` become equal. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

const MARKUP = /<[^<>]*>|[<>]|&#?\w{1,31};/g
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/gu
const DOMAINS = 'com|cn|net|org|top|xyz|vip|cc|tv|me|io|shop|site|club|live|link|fun|info|app|ltd'
const ADDRESS = String.raw`[^\s\p{Script=Han}，。！？、；：]`
const URL = new RegExp(
  String.raw`(?:[a-z]{2,10}:\/\/|www\.)${ADDRESS}*` +
    String.raw`|(?:[a-z0-9-]{1,63}\.){1,5}(?:${DOMAINS})(?![a-z0-9])(?:[/?:]${ADDRESS}*)?`,
  'giu',
)

/** Nothing to remove in these, which most names are: the other patterns need not be tried. */
const PLAIN = /^[\w\u4e00-\u9fff]*$/

/** A value made safe to be spoken: no control characters, no speech markup, no addresses; blanks closed up. */
export function speakable(value: string): string {
  if (PLAIN.test(value)) return value
  const text = value.replace(/\s+/g, ' ').replace(CONTROL, '').replace(MARKUP, '')
  return text.replace(URL, '').trim()
}

const characters = new Intl.Segmenter('zh', { granularity: 'grapheme' })

/** Characters as a reader counts them: an emoji is one, though it is made of several code points. */
const split = (text: string): string[] => Array.from(characters.segment(text), (s) => s.segment)

export const cut = (text: string, length: number): string =>
  text.length <= length ? text : split(text).slice(0, length).join('')

/** `张三丰` → `张*丰`, `张三` → `张*`. */
export function masked(text: string): string {
  const parts = split(text)
  const [first = ''] = parts
  const last = parts.length > 2 ? parts.at(-1) : ''
  return first + '*'.repeat(Math.max(1, Math.min(3, parts.length - 2))) + last
}
